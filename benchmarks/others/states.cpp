// Explores the states of a river crossing breadth first and surveys their graph, as fast as plain C++ does.
//
//     states < TABLES
//
// Reads what crossing_tables.py writes: numbers of travellers and places; how often to do it all; the routes; the masks of the legal loads;
// for each company whether it is safe. Everybody starts at the first place and wants to the last. Prints what was found as JSON,
// with the seconds of processor time that it took once.

#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <ctime>
#include <string>
#include <vector>

using State = std::uint64_t;  // the boat's place in the lowest four bits, then the mask of those at each place

struct Tables {
    unsigned travellers, places;
    std::vector<std::vector<unsigned>> ways;
    std::vector<std::vector<State>> departures;  // for each company the loads that may leave it
    std::string safe;
};

// States and their numbers, in a table with open addressing.
class Numbers {
public:
    Numbers() : slots(1 << 10, none), shift(64 - 10) {}

    // Return the number of a state; a new state gets the next one.
    std::uint32_t of(State state) {
        if (2 * states.size() >= slots.size()) grow();
        std::uint32_t& slot = place(state);
        if (slot == none) {
            slot = static_cast<std::uint32_t>(states.size());
            states.push_back(state);
        }
        return slot;
    }

    std::vector<State> states;

private:
    static constexpr std::uint32_t none = ~0u;
    std::vector<std::uint32_t> slots;
    unsigned shift;

    std::uint32_t& place(State state) {
        std::size_t at = (state * 0x9E3779B97F4A7C15ull) >> shift;
        while (slots[at] != none && states[slots[at]] != state) at = (at + 1) & (slots.size() - 1);
        return slots[at];
    }

    void grow() {
        slots.assign(2 * slots.size(), none);
        --shift;
        for (std::uint32_t number = 0; number < states.size(); ++number) place(states[number]) = number;
    }
};

struct Survey {
    std::size_t states, links, blind_alleys, on_optimal_paths, layers;
    int fewest;
};

struct Layer {
    std::size_t states = 0, links = 0, blind_alleys = 0, optimal = 0, goals = 0;
};

Survey surveyed(const Tables& tables) {
    const unsigned bits = tables.travellers;
    const State everybody = (State(1) << bits) - 1;
    auto at = [&](unsigned place) { return 4 + place * bits; };
    Numbers numbers;
    std::vector<std::uint32_t> offsets{0}, targets;
    std::vector<int> depths{0};
    numbers.of(everybody << at(0));
    for (std::size_t number = 0; number < numbers.states.size(); ++number) {
        const State state = numbers.states[number];
        const unsigned boat = state & 15;
        const State here = state >> at(boat) & everybody;
        for (State load : tables.departures[here])
            for (unsigned to : tables.ways[boat])
                if (tables.safe[(state >> at(to) & everybody) | load] == '1') {
                    const State next = (state ^ load << at(boat) ^ load << at(to)) - boat + to;
                    const std::uint32_t target = numbers.of(next);
                    if (target == depths.size()) depths.push_back(depths[number] + 1);
                    targets.push_back(target);
                }
        offsets.push_back(static_cast<std::uint32_t>(targets.size()));
    }
    const std::size_t count = numbers.states.size();

    std::vector<std::uint32_t> arrivals(count + 1, 0), sources(targets.size());  // the graph, turned round
    for (std::uint32_t target : targets) ++arrivals[target + 1];
    for (std::size_t state = 0; state < count; ++state) arrivals[state + 1] += arrivals[state];
    std::vector<std::uint32_t> next(arrivals.begin(), arrivals.end() - 1);
    for (std::uint32_t state = 0; state < count; ++state)
        for (std::uint32_t entry = offsets[state]; entry < offsets[state + 1]; ++entry) sources[next[targets[entry]]++] = state;

    std::vector<int> distances(count, -1);
    std::vector<std::uint32_t> queue;
    std::vector<char> goal(count, 0);
    for (std::uint32_t state = 0; state < count; ++state)
        if ((numbers.states[state] >> at(tables.places - 1)) == everybody && (numbers.states[state] & 15) == tables.places - 1) {
            goal[state] = 1;
            distances[state] = 0;
            queue.push_back(state);
        }
    for (std::size_t head = 0; head < queue.size(); ++head)
        for (std::uint32_t entry = arrivals[queue[head]]; entry < arrivals[queue[head] + 1]; ++entry)
            if (distances[sources[entry]] < 0) {
                distances[sources[entry]] = distances[queue[head]] + 1;
                queue.push_back(sources[entry]);
            }

    std::vector<Layer> layers(depths.back() + 1);
    Survey found{count, targets.size(), 0, 0, layers.size(), distances[0]};
    for (std::uint32_t state = 0; state < count; ++state) {
        Layer& layer = layers[depths[state]];
        ++layer.states;
        layer.goals += goal[state];
        const bool optimal = distances[state] >= 0 && depths[state] + distances[state] == distances[0];
        layer.optimal += optimal;
        const std::uint32_t leaving = offsets[state + 1] - offsets[state];
        bool dead = state != 0 && !goal[state] && leaving <= 1;
        if (dead && leaving == 1)
            dead = std::find(sources.begin() + arrivals[state], sources.begin() + arrivals[state + 1], targets[offsets[state]])
                   != sources.begin() + arrivals[state + 1];
        layer.blind_alleys += dead;
        for (std::uint32_t entry = offsets[state]; entry < offsets[state + 1]; ++entry)
            if (targets[entry] > state) ++layers[std::min(depths[state], depths[targets[entry]])].links;
    }
    for (const Layer& layer : layers) {
        found.blind_alleys += layer.blind_alleys;
        found.on_optimal_paths += layer.optimal;
    }
    return found;
}

int main() {
    Tables tables;
    unsigned times, routes, loads;
    if (std::scanf("%u %u %u", &tables.travellers, &tables.places, &times) != 3 || !times) return 1;
    if (4 + tables.travellers * tables.places > 63) return 1;
    tables.ways.resize(tables.places);
    if (std::scanf("%u", &routes) != 1) return 1;
    for (unsigned from, to; routes--;) {
        if (std::scanf("%u %u", &from, &to) != 2) return 1;
        tables.ways[from].push_back(to);
    }
    if (std::scanf("%u", &loads) != 1) return 1;
    std::vector<State> masks(loads);
    for (State& mask : masks) {
        unsigned long long read;
        if (std::scanf("%llu", &read) != 1) return 1;
        mask = read;
    }
    const std::size_t companies = std::size_t(1) << tables.travellers;
    std::vector<char> text(companies + 1);
    const std::string form = "%" + std::to_string(companies) + "s";
    if (std::scanf(form.c_str(), text.data()) != 1) return 1;
    tables.safe = text.data();
    if (tables.safe.size() != companies) return 1;

    Survey found{};
    const std::clock_t began = std::clock();
    for (unsigned time = 0; time < times; ++time) {
        tables.departures.assign(companies, {});
        for (State company = 0; company < companies; ++company)
            for (State load : masks)
                if ((company & load) == load && tables.safe[company ^ load] == '1') tables.departures[company].push_back(load);
        found = surveyed(tables);
    }
    const double seconds = double(std::clock() - began) / CLOCKS_PER_SEC / times;
    std::printf("{\"states\": %zu, \"links\": %zu, \"fewest\": %d, \"blind_alleys\": %zu, \"optimal\": %zu, \"layers\": %zu, \"seconds\": %.9f}\n",
                found.states, found.links, found.fewest, found.blind_alleys, found.on_optimal_paths, found.layers, seconds);
}
