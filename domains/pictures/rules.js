// The world of a river crossing by its rules, with sets of travelers as bit masks: a state is the places of the boats, the travelers at each place, and the clock.
function ruleWorld({ start, goal, called, scenes, vessels, ways, weights, tariff, deadlines, limit, horizon }) {
  const count = (mask) => { let bits = 0; for (; mask; mask &= mask - 1) bits += 1; return bits; };
  const members = (mask) => called[0].map((_, index) => index).filter((index) => mask >> index & 1);
  const names = (mask) => members(mask).map((index) => called[0][index]);
  const listing = (some) => some.length < 2 ? some.join() : some.slice(0, -1).join(", ") + " and " + some.at(-1);
  const holds = {
    charge: (company, victim, threats, guardians) => !(company & victim && company & threats && !(company & guardians)),
    balance: (company, many, few, most) => count(company & many) <= (few ? count(company & few) || count(many) : most),
    quorum: (company, many, few) => !(company & few) || (company & many) === many,
  };
  const read = (state) => state.split("|").map((part) => part.split(",").map(Number));
  const write = (boats, companies, clock) => [boats.join(), companies.join(), clock].join("|");

  // The rule that a company breaks in a scene, and the violation.
  function broken(scene, company) {
    const [where, rules] = scenes[scene];
    const rule = rules.find(([, asked]) => asked.some(([kind, ...sets]) => !holds[kind](company, ...sets)));
    return rule && { rule: rule[0], found: `${where}, ${listing(names(company))} ${count(company) === 1 ? "is alone" : "are together"}` };
  }
  function findViolation(load, boat, origin, destination, companies, made) {
    const [, capacity, most, rowers, [full, heavy, rowless]] = vessels[boat];
    if (count(load) > capacity) return { rule: full, found: `${count(load)} are aboard` };
    if (most !== null && members(load).reduce((sum, index) => sum + weights[index], 0) > most) return { rule: heavy, found: "those aboard are too heavy" };
    if (!(load & rowers)) return { rule: rowless, found: !load ? "nobody is aboard" : count(load) > 1 ? "nobody aboard can row" : `${listing(names(load))} cannot row` };
    const wrong = broken(origin, companies[origin]) ?? broken(companies.length, load) ?? broken(destination, companies[destination]);
    if (wrong) return wrong;
    if (limit && made > limit[1]) return { rule: limit[0], found: "that is one crossing too many" };
    const late = deadlines.find(([, some, place, crossings]) => made > crossings && companies[place] & some);
    return late ? { rule: late[0], found: `${listing(names(companies[late[2]] & late[1]))} stayed too long ${scenes[late[2]][0]}` } : null;
  }
  function price(load, boat) {
    if (!tariff) return 1;
    const [by, amounts, rowers] = tariff, those = members(by === "slowest" ? load : load & rowers & vessels[boat][3]);
    return by === "slowest" ? Math.max(...those.map((index) => amounts[index])) : Math.min(...those.map((index) => amounts[index]));
  }
  function* loads(bits, most) {
    yield 0;
    for (const [index, bit] of bits.entries()) if (most) for (const more of loads(bits.slice(index + 1), most - 1)) yield bit | more;
  }
  const largest = Math.max(...vessels.map(([, capacity]) => capacity));
  function attempts(state, tell) {
    const [boats, companies, [clock]] = read(state), found = [];
    boats.forEach((origin, boat) => {
      for (const load of loads(members(companies[origin]).map((index) => 1 << index), largest)) {
        for (const destination of ways[origin]) {
          const after = companies.map((company, place) => place === origin ? company & ~load : place === destination ? company | load : company);
          const why = findViolation(load, boat, origin, destination, after, clock + 1);
          if (Boolean(why) === tell) found.push({ key: `${load} ${boat} ${destination}`, load, boat, destination, after, clock, boats, why });
        }
      }
    });
    return found;
  }
  return {
    start: write(...start, 0),
    slow: true,
    seen: (state) => read(state).slice(0, 2),
    isGoal: (state) => {
      const [boats, companies] = read(state);
      return (goal[0] === null || boats.every((boat) => boat === goal[0])) && goal[1].every((wanted, place) => (companies[place] & wanted) === wanted);
    },
    moves: (state) => attempts(state, false).map(({ key, load, boat, destination, after, clock, boats }) => {
      const who = listing(names(load)), text = `${who} ${count(load) === 1 ? "crosses" : "cross"} to ${called[1][destination]}${vessels[boat][0] && " in " + vessels[boat][0]}.`;
      const moored = boats.map((place, number) => number === boat ? destination : place);
      return { key, label: text, text: text[0].toUpperCase() + text.slice(1), cost: price(load, boat), to: write(moored, after, horizon && Math.min(clock + 1, horizon)) };
    }),
    stops: (state) => attempts(state, true).map(({ key, why }) => ({ key, label: key, ...why })),
  };
}
