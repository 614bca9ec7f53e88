const PLACE = /^(?:\.\.\/features\/|\.\.?\/)(.+)\/texts\.(\w+)\.ts$/;

/** Returns namespace and language of a file of texts, from its path relative to `app/`. */
export function namespaceOfTexts(path: string): { namespace: string; language: string } {
  const [, namespace = '', language = ''] = PLACE.exec(path) ?? [];
  return { namespace, language };
}
