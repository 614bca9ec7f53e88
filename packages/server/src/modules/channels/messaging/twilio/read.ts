import type { ProviderEvent, ProviderMessage, ProviderMedia, OptOutKeyword } from '../providers/provider.ts';
import { faultOfCode, OPTED_OUT_CODE } from './faults.ts';

/** Twilio's message states; all others tell nothing new. */
const STATES: Record<string, 'sent' | 'delivered' | 'read' | 'failed'> = {
  sent: 'sent',
  delivered: 'delivered',
  read: 'read',
  undelivered: 'failed',
  failed: 'failed',
  canceled: 'failed',
};

/** Opt-out types, by the keywords that are configured at Twilio. */
const WISHES: Record<string, OptOutKeyword> = { STOP: 'stop', START: 'start', HELP: 'help' };

/** The kind of a file by the first part of its media type. */
const KINDS: Record<string, 'image' | 'video' | 'audio'> = { image: 'image', video: 'video', audio: 'audio' };

const MOST_MEDIA = 10;

/**
 * The events of a delivery: a message with its pictures, or a state of one of ours. The account is the one whose webhook was called,
 * because the number can be addressed directly or by its messaging service.
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
type MessageRef = { account: string; providerId: string };

function statusOf(named: MessageRef, of: Field): ProviderEvent[] {
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
      ...(state === 'failed' && code === OPTED_OUT_CODE && { optedOut: of('To') }),
      said:
        code > 0
          ? [of('ErrorMessage'), `(${code})`].filter(Boolean).join(' ')
          : state === 'failed'
            ? of('MessageStatus')
            : '',
    },
  ];
}

/** One event per picture, because our messages carry one file. The text is with the first. */
function messagesOf({ account, providerId }: MessageRef, of: Field): ProviderEvent[] {
  const address = of('From');
  if (!address) throw new Error('a message from nobody');
  const phone = /^\+\d{5,15}$/.test(address) ? address : undefined;
  const message = (text: string, file: ProviderMedia | undefined): ProviderMessage => ({
    type: 'message',
    // Twilio sends no time stamp; deliveries arrive within a second.
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
