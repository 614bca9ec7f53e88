import type { Meta } from '../meta/server.ts';
import type { PagePerson } from '../meta/page-person.ts';
import type { PageKind } from '../meta/page-payloads.ts';
import type { Line, Said } from './line.ts';
import { photoOf } from './samples.ts';

/** The same picture for everybody: the thumb of Messenger. */
const THUMB = 369_239_263_222_822;

/** `wroteAt`: when they last wrote, from when on answers are taken for a day. */
type Own = { id: string; name: string; wroteAt: number };

export function pageLine(meta: Meta, kind: PageKind, { id, name, wroteAt }: Own): Line {
  const person = meta[kind].person(id, name);
  person.state.lastWroteAt = Math.max(person.state.lastWroteAt, wroteAt);
  const find = (mid: string) => person.inbox.find((one) => one.id === mid);
  return {
    channel: kind,
    address: id,
    sends: kind === 'messenger' ? ['text', 'photo', 'sticker'] : ['text', 'photo'],
    send: (said) => send(person, said),
    // Instagram tells nothing before it is read.
    delivered:
      kind === 'messenger'
        ? async (mid) => {
            const message = find(mid);
            if (message) await person.takes(message);
          }
        : undefined,
    read: () => person.read(),
    react: (mid, emoji) => person.react(mid, emoji),
    listen(hear) {
      person.holder = ({ id: mid, text, file }) => hear({ id: mid, text, ...(file && { photo: file }) });
    },
  };
}

async function send(person: PagePerson, said: Said): Promise<void> {
  if (said.kind === 'text') return void (await person.send(said.text));
  const isSticker = said.kind === 'sticker';
  const { mime, bytes } = photoOf(said);
  if (isSticker) {
    const url = person.publish(mime, bytes);
    return void (await person.write({
      attachments: [{ type: 'image', payload: { url, sticker_id: THUMB } }],
    }));
  }
  await person.sendFiles({ type: 'image', mime, bytes });
  // These channels know no caption: the words come as a message of their own.
  if (said.text) await person.send(said.text);
}
