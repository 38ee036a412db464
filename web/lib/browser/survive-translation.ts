/**
 * Browsers translate a page by replacing text nodes with `<font>` elements. React still holds the
 * replaced nodes: its updates have no effect, and removing them or inserting before them throws
 * (facebook/react#11538). These patches of the DOM apply such calls to the `<font>` elements.
 */
export const surviveTranslation = (): void => {
  const { prototype } = Node;
  const { removeChild, insertBefore } = prototype;
  const replacements = new WeakMap<Node, ChildNode>();

  const recordReplacements = (records: readonly MutationRecord[]): void => {
    for (const { addedNodes, removedNodes, previousSibling, nextSibling } of records) {
      const near = [...addedNodes, previousSibling, nextSibling];
      const font = near.find((node) => node?.nodeName === "FONT");
      if (font) for (const text of removedNodes) replacements.set(text, font as ChildNode);
    }
  };
  const observer = new MutationObserver(recordReplacements);
  observer.observe(document, { childList: true, subtree: true });

  const findReplacement = (node: Node): ChildNode | undefined => {
    recordReplacements(observer.takeRecords());
    return replacements.get(node);
  };
  /**
   * Finds the child of `parent` that stands for `node`: the node itself, its `<font>` element, or
   * the ancestor of one of them. Null if there is none.
   */
  const findChild = (parent: Node, node: Node | null): Node | null => {
    let child: Node | null | undefined = node?.parentNode ? node : node && findReplacement(node);
    while (child && child.parentNode !== parent) child = child.parentNode;
    return child ?? null;
  };

  prototype.removeChild = function <Child extends Node>(this: Node, child: Child) {
    removeChild.call(this, findChild(this, child) ?? child);
    return child;
  };
  prototype.insertBefore = function <Child extends Node>(
    this: Node,
    child: Child,
    next: Node | null,
  ) {
    return insertBefore.call(this, child, findChild(this, next)) as Child;
  };
  const { set } = Object.getOwnPropertyDescriptor(prototype, "nodeValue") ?? {};
  Object.defineProperty(prototype, "nodeValue", {
    set(this: Node, value: string | null) {
      set?.call(this, value);
      // Puts the changed text back in place of its translation; the browser then translates it.
      if (!this.parentNode) findReplacement(this)?.replaceWith(this);
    },
  });
};
