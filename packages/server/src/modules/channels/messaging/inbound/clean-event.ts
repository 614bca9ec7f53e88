import { LIMITS, type MessageExtra } from '@trunkline/contract';
import { cleanText, hasVisibleCharacter, onOneLine } from '#platform/foreign-text';
import type {
  PendingUpdate,
  ProviderEvent,
  ProviderMessage,
  ProviderMedia,
  CustomerContent,
} from '../providers/provider.ts';

/** The longest text that any of the providers lets a customer write. */
const LONGEST_TEXT = 65_536;
const LONGEST_LINE = 300;
const LONGEST_NAME_OF_FILE = 200;
/** An emoji can have many code points; a longer text is not one. */
const LONGEST_EMOJI = 16;
const MOST_CONTACTS = 50;
const MOST_FILES = 50;
const MOST_OF_A_CONTACT = 20;

/**
 * An event with its texts made safe: without characters that PostgreSQL cannot store, which would keep the message from being stored at
 * all, and cut to a readable length.
 */
export function cleanEvent(event: ProviderEvent): ProviderEvent {
  const { account, providerId } = event;
  if (event.type === 'template') {
    const { name, language, became } = event;
    return {
      ...event,
      name: line(name),
      language: line(language),
      became: became && { ...became, reason: line(became.reason) },
    };
  }
  if (event.type === 'notice') {
    const { named, health } = event;
    return {
      ...event,
      named: line(named),
      ...(health && { health: { ...health, said: line(health.said) } }),
    };
  }
  if (event.type === 'progress') return event;
  if (event.type === 'echo') return { ...event, ...cleanWritten(event) };
  return { account, providerId, ...(event.type === 'message' ? cleanMessage(event) : cleanPending(event)) };
}

function cleanMessage(message: ProviderMessage): ProviderMessage {
  const { from } = message;
  return { ...message, ...cleanWritten(message), from: { ...from, name: cleanName(from.name) } };
}

/** A replacement for an empty text, which would be an empty bubble on the screen. */
const EMPTY: MessageExtra = { kind: 'unknown', named: 'empty' };

function cleanWritten({ text: given, extra, media }: CustomerContent): CustomerContent {
  const { text, cut } = paragraphs(given);
  const own = extra ? cleanExtra(extra) : text.trim() === '' && media.length === 0 ? EMPTY : undefined;
  return {
    text,
    extra: cut ? { ...(own ?? { kind: 'text' }), cut } : own,
    media: media.slice(0, MOST_FILES).map(cleanMedia),
  };
}

/** Empty where the text has no visible character. */
export function cleanName(name: string): string {
  const cleaned = line(name, LIMITS.name);
  return hasVisibleCharacter(cleaned) ? cleaned : '';
}

function cleanPending(event: PendingUpdate): PendingUpdate {
  if (event.type === 'edited') return { ...event, ...paragraphs(event.text) };
  if (event.type === 'reaction')
    return {
      ...event,
      emoji: line(event.emoji, LONGEST_EMOJI),
      from: line(event.from ?? '', LIMITS.identity),
    };
  return event.type === 'status' ? { ...event, said: line(event.said) } : event;
}

const cleanMedia = ({ id, mime, name }: ProviderMedia): ProviderMedia => ({
  id,
  mime: line(mime),
  name: endOf(line(name, Infinity)),
});

function cleanExtra(extra: MessageExtra): MessageExtra {
  const { location, contacts, referral, named, shared } = extra;
  return {
    ...extra,
    ...(location && {
      location: { ...location, name: line(location.name), address: line(location.address) },
    }),
    ...(contacts && { contacts: contacts.slice(0, MOST_CONTACTS).map(cleanContact) }),
    ...(referral && {
      referral: {
        url: line(referral.url, LIMITS.url),
        headline: line(referral.headline),
        body: line(referral.body, LIMITS.url),
      },
    }),
    ...(shared && {
      shared: { ...shared, title: line(shared.title), url: line(shared.url, LIMITS.url) },
    }),
    ...(named !== undefined && { named: line(named, LIMITS.name) }),
  };
}

const cleanContact = ({ name, phones, emails }: NonNullable<MessageExtra['contacts']>[number]) => ({
  name: line(name, LIMITS.name),
  phones: phones.slice(0, MOST_OF_A_CONTACT).map((one) => line(one, LIMITS.identity)),
  emails: emails.slice(0, MOST_OF_A_CONTACT).map((one) => line(one, LIMITS.identity)),
});

const line = (text: string, most = LONGEST_LINE): string => onOneLine(text, most);
/** Shortens a file name from the front: its extension must stay. */
const endOf = (name: string): string => [...name].slice(-LONGEST_NAME_OF_FILE).join('');
/** The text as far as it is shown, with a mark where it was longer. */
function paragraphs(given: string): Pick<CustomerContent, 'text'> & Pick<MessageExtra, 'cut'> {
  const characters = [...cleanText(given)];
  if (characters.length <= LONGEST_TEXT) return { text: characters.join('') };
  const cut = { after: LONGEST_TEXT, of: characters.length };
  return { text: characters.slice(0, LONGEST_TEXT).join(''), cut };
}
