// The map of a graph that is larger than its frame: all nodes, and the part that is seen.
const SVG = "http://www.w3.org/2000/svg";
const [MOST_WIDE, MOST_HIGH] = [150, 190];

// `box` has the bounds of the nodes; `go(x, y)` brings a place of the graph to the middle of the frame.
export function drawMap(nodes, depths, box, go) {
  const [wide, high] = [box.right - box.left, box.bottom - box.top];
  const scale = Math.min(MOST_WIDE / wide, MOST_HIGH / high);
  const make = (name, attributes) => {
    const made = document.createElementNS(SVG, name);
    for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
    return made;
  };
  const element = make("svg", {class: "graph-map", "aria-hidden": "true", width: wide * scale, height: high * scale, viewBox: `${box.left} ${box.top} ${wide} ${high}`});
  nodes.forEach(({x, y, width, height}, at) => {
    element.append(make("rect", {x: x - width / 2, y: y - height / 2, width, height, class: `depth${Math.min(depths[at], 3)}`}));
  });
  const seen = element.appendChild(make("rect", {class: "seen"}));
  const follow = (event) => {
    const held = element.getBoundingClientRect();
    go(box.left + (event.clientX - held.left) / scale, box.top + (event.clientY - held.top) / scale);
  };
  element.addEventListener("pointerdown", (event) => {
    element.setPointerCapture(event.pointerId);
    follow(event);
    event.preventDefault();
  });
  element.addEventListener("pointermove", (event) => event.buttons && follow(event));
  return {
    element,
    show(view, frame) {
      const part = {x: -view.x / view.scale, y: -view.y / view.scale, width: frame.clientWidth / view.scale, height: frame.clientHeight / view.scale};
      for (const [key, value] of Object.entries(part)) seen.setAttribute(key, value);
      element.toggleAttribute("hidden", part.width >= wide && part.height >= high);
    },
  };
}
