const PLACE = /^(?:\.\.\/features\/|\.\.?\/)(.+)\/texts\.(\w+)\.ts$/;

/** Which texts a file holds, and in which language, by its path as this folder sees it. */
export function placeOfTexts(path: string): { namespace: string; language: string } {
  const [, namespace = '', language = ''] = PLACE.exec(path) ?? [];
  return { namespace, language };
}
