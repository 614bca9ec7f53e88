import type { Meta } from '../meta/server.ts';
import type { PagePerson } from '../meta/page-person.ts';
import type { PageKind } from '../meta/page-payloads.ts';
import type { CustomerMessageKind, CustomerAccount, Photo, CustomerMessage } from './line.ts';
import { ADVERTISEMENT, photoOf, LOCATION, VOICE_NOTE } from './samples.ts';

/** Id of Messenger's thumb sticker. */
const THUMB = 369_239_263_222_822;

/** `wroteAt`: when they last wrote. The company may reply for a day after that. */
type NewPagePerson = { id: string; name: string; wroteAt: number };

export function pageLine(meta: Meta, kind: PageKind, { id, name, wroteAt }: NewPagePerson): CustomerAccount {
  const person = meta[kind].person(id, name);
  person.state.lastWroteAt = Math.max(person.state.lastWroteAt, wroteAt);
  const find = (mid: string) => person.inbox.find((one) => one.id === mid);
  return {
    channel: kind,
    address: id,
    sends: SENDS[kind],
    send: (said) => send(person, kind, said),
    // Instagram reports nothing before a message is read.
    delivered:
      kind === 'messenger'
        ? async (mid) => {
            const message = find(mid);
            if (message) await person.takes(message);
          }
        : undefined,
    read: () => person.read(),
    react: (mid, emoji) => (emoji ? person.react(mid, emoji) : person.unreact(mid)),
    edit: person.edit,
    takeBack: person.unsend,
    async press(mid, title) {
      const message = find(mid);
      if (message) await person.press(message, title);
    },
    listen(hear) {
      person.holder = ({ id: mid, text, file, choices }) =>
        hear({ id: mid, text, choices: choices.map((one) => one.title), ...(file && { photo: file }) });
    },
  };
}

const SENDS: Record<PageKind, CustomerMessageKind[]> = {
  messenger: ['text', 'photo', 'place', 'sticker', 'voice', 'odd'],
  instagram: ['text', 'photo', 'sticker', 'voice', 'story_mention', 'odd'],
};

/** Messages that consist of one attachment without text. */
const ATTACHED: Partial<
  Record<CustomerMessageKind, (person: PagePerson, kind: PageKind, said: CustomerMessage) => object>
> = {
  photo: (person, _kind, said) => fileOf(person, 'image', photoOf(said)),
  voice: (person) => fileOf(person, 'audio', VOICE_NOTE),
  story_mention: (person, _kind, said) => fileOf(person, 'story_mention', photoOf(said)),
  place: () => ({
    type: 'location',
    title: LOCATION.name,
    payload: { coordinates: { lat: LOCATION.latitude, long: LOCATION.longitude } },
  }),
  sticker(person, kind, said) {
    if (kind === 'instagram') return { type: 'like_heart', payload: {} };
    const { payload } = fileOf(person, 'image', photoOf(said));
    return { type: 'sticker', payload: { ...payload, sticker_id: THUMB } };
  },
};

const fileOf = (person: PagePerson, type: string, { mime, bytes }: Photo) => ({
  type,
  payload: { url: person.publish(mime, bytes) },
});

async function send(person: PagePerson, kind: PageKind, said: CustomerMessage): Promise<string> {
  const { text, quotes, isReferred = false } = said;
  const attached = ATTACHED[said.kind]?.(person, kind, said);
  if (attached) {
    const mid = await person.write({ attachments: [attached] });
    // These channels have no captions, so the text is a message of its own.
    if (text) await person.send(text);
    return mid;
  }
  // Instagram only reports that it does not pass something on; Messenger passes on types that we do not know.
  if (said.kind === 'odd')
    return person.write(
      kind === 'instagram'
        ? { is_unsupported: true }
        : { attachments: [{ type: 'sound_bite', payload: {} }] },
    );
  return person.send(text, {
    ...(quotes !== undefined && { reply_to: { mid: quotes } }),
    ...(isReferred && { referral: REFERRAL }),
  });
}

const REFERRAL = {
  ref: 'spring',
  ad_id: ADVERTISEMENT.id,
  source: 'ADS',
  type: 'OPEN_THREAD',
  ads_context_data: { ad_title: ADVERTISEMENT.title },
};
