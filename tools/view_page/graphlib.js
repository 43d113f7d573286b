// The part of graphlib that the layout needs, which tools/build_view_page gives it in place of all.
module.exports = {
  Graph: require("./node_modules/@dagrejs/graphlib/lib/graph.js"),
  alg: {
    preorder: require("./node_modules/@dagrejs/graphlib/lib/alg/preorder.js"),
    postorder: require("./node_modules/@dagrejs/graphlib/lib/alg/postorder.js"),
  },
};
