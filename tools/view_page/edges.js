// The edges of the control-flow graph that lead up, back to the head of a loop: the layout knows only edges
// that lead down.

const AWAY = 10;  // pixels between an edge and the blocks that it goes around
const BETWEEN = 14;
const RADIUS = 8;

// A path along straight lines, with round corners.
export function angled(points) {
  let path = `M${points[0].x},${points[0].y}`;
  for (let at = 1; at < points.length - 1; at += 1) {
    const [before, here, next] = points.slice(at - 1, at + 2);
    const towards = (to) => {
      const far = Math.hypot(to.x - here.x, to.y - here.y);
      const part = far ? Math.min(RADIUS, far / 2) / far : 0;
      return `${here.x + (to.x - here.x) * part},${here.y + (to.y - here.y) * part}`;
    };
    path += ` L${towards(before)} Q${here.x},${here.y} ${towards(next)}`;
  }
  return `${path} L${points.at(-1).x},${points.at(-1).y}`;
}

// Returns the way of each edge [from, to, width of its text] that leads up: it leaves a block at its bottom,
// where the branch is, goes round at the side that is nearer, and enters the other at its top. `nodes` have
// their middles and sizes. A way has points, and the place of its text.
export function waysUp(nodes, edges) {
  const top = (node) => node.y - node.height / 2;
  const bottom = (node) => node.y + node.height / 2;
  // Blocks of a rank have one middle: between ranks there is room for edges that go to the side.
  const rank = (node) => nodes.filter((each) => Math.abs(each.y - node.y) < 1);
  const taken = [];  // what other ways occupy: [side, from x, to x, upper end, lower end]
  const crossings = new Map();  // how many ways go through the room above or below a rank
  const level = (y) => {
    const count = crossings.get(Math.round(y)) ?? 0;
    crossings.set(Math.round(y), count + 1);
    return 4 * count;
  };
  const order = edges.map((edge, at) => [edge, at]).sort(([a], [b]) => (nodes[a[0]].y - nodes[a[1]].y) - (nodes[b[0]].y - nodes[b[1]].y));
  const ways = [];
  for (const [[from, to, wide], index] of order) {
    const [source, target] = [nodes[from], nodes[to]];
    const lower = Math.max(...rank(source).map(bottom));
    const upper = Math.min(...rank(target).map(top));
    const [down, up] = [lower + AWAY, upper - AWAY];
    const between = nodes.filter((each) => bottom(each) > up && top(each) < down);
    const room = wide ? wide + 6 : 0;
    // The way goes up in the nearest gap between blocks that has room for it and its text.
    const lane = (side) => {
      let x = side * Math.max(side * source.x + source.width / 2, side * target.x + target.width / 2) + side * AWAY;
      const spans = [
        ...between.map((each) => [each.x - each.width / 2 - AWAY, each.x + each.width / 2 + AWAY]),
        ...taken.filter(([held, , , above, below]) => held === side && above < down && below > up).map(([, first, last]) => [first - BETWEEN, last + BETWEEN]),
      ];
      for (let moved = true; moved;) {
        moved = false;
        const [first, last] = side > 0 ? [x, x + room] : [x - room, x];
        for (const [left, right] of spans) {
          if (first >= right || last <= left) continue;
          x = side > 0 ? right : left;
          moved = true;
          break;
        }
      }
      return x;
    };
    const far = (side) => Math.abs(lane(side) - source.x) + Math.abs(lane(side) - target.x);
    const side = far(1) <= far(-1) ? 1 : -1;
    const x = lane(side);
    taken.push(side > 0 ? [side, x, x + room, up, down] : [side, x - room, x, up, down]);
    const start = source.x + (side * source.width) / 4;
    const end = target.x + (side * target.width) / 4;
    const [below, above] = [down + level(down), up - level(up)];
    ways[index] = {
      points: [{x: start, y: bottom(source)}, {x: start, y: below}, {x, y: below}, {x, y: above}, {x: end, y: above}, {x: end, y: top(target)}],
      x: x + side * (room / 2 + 3), y: (below + above) / 2,
    };
  }
  return ways;
}
