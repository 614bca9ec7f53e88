type Button = { type?: string; reply?: { id?: string; title?: string } };
type Row = { id?: string; title?: string; description?: string };
/** The buttons or list of a WhatsApp message. */
export type Interactive = {
  type?: string;
  body?: { text?: string };
  action?: { buttons?: Button[]; button?: string; sections?: { title?: string; rows?: Row[] }[] };
};
/** A quick reply below a message of a page. */
export type QuickReply = { content_type?: string; title?: string; payload?: string };
type OfferedChoice = { id: string; title: string };

/** Returns the choices that the customer can select. */
export function offeredChoices({ type, action = {} }: Interactive): OfferedChoice[] {
  const given: Row[] =
    type === 'list'
      ? (action.sections ?? []).flatMap(({ rows = [] }) => rows)
      : (action.buttons ?? []).map(({ reply = {} }) => reply);
  return given.map(({ id = '', title = '' }) => ({ id, title }));
}

/** Returns why Meta would reject these choices, if it would. */
export function faultOfInteractive(interactive: Interactive): string | undefined {
  const { type } = interactive;
  const rules = type === 'list' || type === 'button' ? RULES[type] : undefined;
  if (!rules) return `type ${type} is not one of button, list`;
  return faultOfWords(interactive, rules) ?? faultOfOffered(offeredChoices(interactive), rules);
}

type Rules = { body: number; most: number; longest: number };
const RULES: Record<'button' | 'list', Rules> = {
  button: { body: 1024, most: 3, longest: 20 },
  list: { body: 4096, most: 10, longest: 24 },
};

function faultOfWords({ type, body, action }: Interactive, { body: most }: Rules): string | undefined {
  if (!isOfLength(body?.text, most)) return `Body text length invalid. Min length: 1, Max length: ${most}`;
  if (type === 'button' || isOfLength(action?.button, 20)) return undefined;
  return 'Button text length invalid. Min length: 1, Max length: 20';
}

function faultOfOffered(offered: readonly OfferedChoice[], { most, longest }: Rules): string | undefined {
  if (offered.length === 0 || offered.length > most) return `Invalid number of choices. Min: 1, Max: ${most}`;
  if (!offered.every(({ title }) => isOfLength(title, longest)))
    return `Title length invalid. Min length: 1, Max length: ${longest}`;
  const isTwice = (of: 'id' | 'title') => new Set(offered.map((one) => one[of])).size < offered.length;
  return isTwice('id') || isTwice('title') ? 'Duplicate title or id' : undefined;
}

/** The same for quick replies of a page. */
export function faultOfQuickReplies(replies: readonly QuickReply[], words: string): string | undefined {
  if (words === '') return 'Quick replies stand below a text.';
  if (replies.length > 13)
    return 'param message[quick_replies] has too many elements. It must have at most 13.';
  const isGood = ({ content_type: type, title, payload }: QuickReply) =>
    type === 'text' && isOfLength(title, 20) && isOfLength(payload, 1000);
  return replies.every(isGood) ? undefined : 'Invalid keys or lengths in message[quick_replies].';
}

const isOfLength = (text: string | undefined, longest: number): boolean =>
  text !== undefined && text !== '' && text.length <= longest;
