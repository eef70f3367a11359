// Keeps the analysis across a reload.

/** @import { Id, Node, Tree } from './tree.js' */

/** @typedef {{ tree: Tree, current: Id, kind: 'free' | 'playing' }} Kept */

const NAME = 'analysis';

/** @param {Kept} kept */
export function keep({ tree, current, kind }) {
  const { tags, result, next } = tree;
  const kept = { address: location.href, tags, result, next, nodes: [...tree.nodes.values()], current, kind };
  try {
    sessionStorage.setItem(NAME, JSON.stringify(kept));
  } catch {
    // A game that is too large to store is loaded again.
    sessionStorage.removeItem(NAME);
  }
}

/**
 * Returns the stored analysis after a reload of the same page.
 * @returns {Kept | null}
 */
export function restore() {
  const [entry] = /** @type {PerformanceNavigationTiming[]} */ (performance.getEntriesByType('navigation'));
  if (entry?.type !== 'reload' && entry?.type !== 'back_forward') return null;
  const text = sessionStorage.getItem(NAME);
  const kept = text && JSON.parse(text);
  if (!kept || kept.address !== location.href) return null;
  const { tags, result, next, nodes, current, kind } = kept;
  const known = nodes.map((/** @type {Node} */ node) => [node.id, { ...node, opening: node.opening ?? null, shapes: node.shapes ?? [], took: node.took ?? null }]);
  return { tree: { tags, result, next, nodes: new Map(known) }, current, kind };
}
