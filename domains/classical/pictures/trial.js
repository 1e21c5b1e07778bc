// Shows the facts that hold: things at places, stacked where the facts say so.
function tableau({ rows, slots }) {
  const places = [...document.querySelectorAll(".attempt .fp-place")];
  const tokens = [...document.querySelectorAll("template.token")].map((template) => template.content.querySelector("g"));
  function foot(at, thing, under) {
    let level = 0;
    while (under.has(at) && at !== thing && level <= under.size) [thing, at, level] = [at, under.get(at), level + 1];
    return [at, level];
  }
  function scene(facts) {
    const holding = new Set(facts), shown = rows.filter(([asked]) => asked.every((fact) => holding.has(fact)));
    const under = new Map(shown.filter(([, , thing]) => thing).map(([, at, thing]) => [thing, at]));
    const standing = shown.flatMap(([, at, thing, token, times]) => Array(times).fill([...foot(at, thing, under), token]));
    standing.sort((one, other) => one[1] - other[1]);
    return places.map((place) => standing.filter(([at]) => at === place.dataset.place).map(([, , token]) => token));
  }
  function draw(facts) {
    scene(facts).forEach((here, number) => {
      places[number].querySelector(".things").replaceChildren(...here.map((token, index) => {
        const thing = tokens[token].cloneNode(true), [x, y] = slots[Math.min(index, slots.length - 1)];
        thing.setAttribute("transform", `translate(${x} ${y})`);
        return thing;
      }));
    });
  }
  return { scene, draw };
}
