import { z } from 'zod';
import { KINDS, type CustomerMessage } from '../lines/line.ts';
import { RequestRefusedError } from './page-guard.ts';
import { ignoreErrors, type CustomerPhone } from '../customers/phone.ts';
import { CHANNELS } from './scenario.ts';
import type { World } from './world.ts';

export type PageUpload = { body: Buffer; type: string };

const newPhone = z.strictObject({
  channel: z.enum(CHANNELS),
  name: z.string().trim().min(1).max(60),
  language: z.enum(['en', 'id']).default('en'),
});
const words = z.strictObject({ kind: z.enum(KINDS).default('text'), text: z.string().trim().max(4000) });
const pressed = z.strictObject({ entry: z.number().int(), title: z.string().max(100) });
const onLine = z.strictObject({ isOnline: z.boolean() });

/**
 * The actions on a phone, by the last part of the path. They are not awaited, because the page would wait for a desk that is
 * down; their results come as events.
 */
const DOING: Record<string, (phone: CustomerPhone, sent: PageUpload) => void> = {
  messages(phone, { body }) {
    const { kind, text } = read(words, body);
    if (!phone.line.sends.includes(kind))
      throw new RequestRefusedError(400, 'This channel cannot carry that');
    if (kind === 'text' && text === '') throw new RequestRefusedError(400, 'There is nothing to send');
    writeOn(phone, { kind, text });
  },
  photos(phone, { body: bytes, type: mime }) {
    if (!mime.startsWith('image/')) throw new RequestRefusedError(415, 'A picture');
    writeOn(phone, { kind: 'photo', text: '', photo: { mime, bytes } });
  },
  choices(phone, { body }) {
    const { entry, title } = read(pressed, body);
    phone.hold();
    void ignoreErrors(phone.read());
    void ignoreErrors(phone.press(entry, title));
  },
  read: (phone) => void ignoreErrors(phone.read()),
  line: (phone, { body }) => void ignoreErrors(phone.setOnline(read(onLine, body).isOnline)),
};

/** Carries out a request of the page. */
export function applyPageChange(world: World, path: string, sent: PageUpload): object {
  const [, area, id = '', what = ''] = path.split('/');
  if (area !== 'phones') throw new RequestRefusedError(404, 'There is nothing here');
  if (id === '') {
    const { channel, name, language } = read(newPhone, sent.body);
    return { id: world.addPhone(channel, name, language).id };
  }
  const phone = world.phone(id);
  const work = Object.hasOwn(DOING, what) ? DOING[what] : undefined;
  if (!phone || !work) throw new RequestRefusedError(404, 'There is no such phone');
  work(phone, sent);
  return {};
}

/** From now on a person writes as this customer. */
function writeOn(phone: CustomerPhone, said: CustomerMessage): void {
  phone.hold();
  void ignoreErrors(phone.read());
  void ignoreErrors(phone.say(said));
}

function read<T extends z.ZodType>(shape: T, body: Buffer): z.output<T> {
  try {
    return shape.parse(JSON.parse(body.toString('utf8')));
  } catch {
    throw new RequestRefusedError(400, 'That is not as it should be');
  }
}
