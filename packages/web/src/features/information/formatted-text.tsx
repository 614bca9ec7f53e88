import { createElement, useMemo, type ReactNode } from 'react';

const ELEMENTS = new Set([
  'p',
  'br',
  'strong',
  'em',
  's',
  'u',
  'ul',
  'ol',
  'li',
  'blockquote',
  'pre',
  'code',
]);
const LINK = /^(https?:\/\/|mailto:|tel:)/i;

/**
 * Renders HTML that the server has sanitised. It is rebuilt from a list of allowed elements, so that nothing else can
 * get onto the page.
 */
export function FormattedText({ html }: { html: string }) {
  return useMemo(() => childrenOf(new DOMParser().parseFromString(html, 'text/html').body), [html]);
}

const childrenOf = (node: Node): ReactNode[] =>
  [...node.childNodes].map((child, at) => renderNode(child, at));

function renderNode(node: Node, key: number): ReactNode {
  if (node instanceof Text) return node.data;
  if (!(node instanceof Element)) return null;
  const name = node.localName;
  const href = node.getAttribute('href') ?? '';
  if (name === 'a' && LINK.test(href))
    return (
      <a key={key} href={href} target="_blank" rel="noreferrer noopener">
        {childrenOf(node)}
      </a>
    );
  if (name === 'br') return <br key={key} />;
  // Of other elements only the content is kept.
  return ELEMENTS.has(name) ? createElement(name, { key }, ...childrenOf(node)) : childrenOf(node);
}
