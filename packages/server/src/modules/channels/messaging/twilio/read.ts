import type { ProviderEvent, Message, ProviderMedia, Wish } from '../providers/provider.ts';
import { faultOfCode, OPTED_OUT } from './faults.ts';

/** Twilio's names of what became of a message; others tell nothing that is new. */
const STATES: Record<string, 'sent' | 'delivered' | 'read' | 'failed'> = {
  sent: 'sent',
  delivered: 'delivered',
  read: 'read',
  undelivered: 'failed',
  failed: 'failed',
  canceled: 'failed',
};

/** What Twilio has understood as such, by the words that were set up there. */
const WISHES: Record<string, Wish> = { STOP: 'stop', START: 'start', HELP: 'help' };

/** What a file is, by the first part of its type. */
const KINDS: Record<string, 'image' | 'video' | 'audio'> = { image: 'image', video: 'video', audio: 'audio' };

const MOST_MEDIA = 10;

/**
 * What a delivery tells: a message with its pictures, or what became of one of ours. It is for the account whose address
 * it was delivered to: the same number can be called by its own name or by that of its messaging service.
 */
export function readForm(body: Buffer, account: string): ProviderEvent[] {
  const form = new URLSearchParams(body.toString('utf8'));
  const of = (name: string): string => form.get(name) ?? '';
  const providerId = of('MessageSid') || of('SmsSid');
  if (!providerId) throw new Error('a delivery that names no message');
  return form.has('MessageStatus')
    ? statusOf({ account, providerId }, of)
    : messagesOf({ account, providerId }, of);
}

type Field = (name: string) => string;
type Named = { account: string; providerId: string };

function statusOf(named: Named, of: Field): ProviderEvent[] {
  const state = STATES[of('MessageStatus')];
  if (!state) return [];
  const code = Number(of('ErrorCode'));
  return [
    {
      ...named,
      type: 'status',
      state,
      mark: of('mark') || undefined,
      fault: state === 'failed' ? faultOfCode(code).fault : null,
      ...(state === 'failed' && code === OPTED_OUT && { optedOut: of('To') }),
      said:
        code > 0
          ? [of('ErrorMessage'), `(${code})`].filter(Boolean).join(' ')
          : state === 'failed'
            ? of('MessageStatus')
            : '',
    },
  ];
}

/** One for each picture: a message of ours carries one file. The text stands with the first. */
function messagesOf({ account, providerId }: Named, of: Field): ProviderEvent[] {
  const address = of('From');
  if (!address) throw new Error('a message from nobody');
  const phone = /^\+\d{5,15}$/.test(address) ? address : undefined;
  const message = (text: string, file: ProviderMedia | undefined): Message => ({
    type: 'message',
    // Twilio does not say when it was written; it brings it within the second.
    at: new Date(),
    from: { address, name: '', phone },
    answers: undefined,
    wish: WISHES[of('OptOutType')],
    text,
    extra: file && { kind: KINDS[file.mime.split('/')[0] ?? ''] ?? 'document' },
    media: file ? [file] : [],
  });
  const files = mediaOf(of);
  if (files.length === 0) return [{ account, providerId, ...message(of('Body'), undefined) }];
  return files.map((file, at) => ({
    account,
    providerId: at === 0 ? providerId : `${providerId}/${at}`,
    ...message(at === 0 ? of('Body') : '', file),
  }));
}

function mediaOf(of: Field): ProviderMedia[] {
  const count = Math.min(Number(of('NumMedia')) || 0, MOST_MEDIA);
  return Array.from({ length: count }, (_, at) => ({
    id: of(`MediaUrl${at}`),
    mime: of(`MediaContentType${at}`).split(';')[0] ?? '',
    name: '',
  })).filter(({ id }) => id !== '');
}
