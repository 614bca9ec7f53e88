import { createHash, randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { z } from 'zod';
import type { MailPerson } from '../mail/people.ts';
import type { CustomerAccount } from './line.ts';
import { mailAddressOf } from './mail-address.ts';
import type { Site } from './site-api.ts';

type Visitor = { name: string; number: string; language: 'en' | 'id' };

const form = z.object({
  data: z.object({
    asked: z.array(z.object({ field: z.string() })),
    challenge: z.object({ token: z.string(), bits: z.number(), wait_ms: z.number() }),
  }),
});
type Form = z.output<typeof form>['data'];

/**
 * A visitor who fills in the form on a website, as its frame does. Replies come by mail and are answered by mail; without a mail
 * server, a visitor who writes again fills in the form again.
 */
export function formLine(site: Site, visitor: Visitor, mail: MailPerson | undefined): CustomerAccount {
  const address = mailAddressOf(visitor);
  return {
    channel: 'form',
    address,
    sends: ['text'],
    send: ({ text }) => (mail?.wasWrittenTo() ? mail.write(text) : fillIn(site, visitor, text)),
    delivered: undefined,
    read: undefined,
    react: undefined,
    listen(hear) {
      if (mail) mail.holder = hear;
    },
  };
}

async function fillIn(site: Site, visitor: Visitor, message: string): Promise<void> {
  const { asked, challenge } = form.parse(await (await askSite(site, visitor)).json()).data;
  const [solution] = await Promise.all([solve(challenge), sleep(challenge.wait_ms)]);
  const body = { token: challenge.token, solution, ...filled(visitor, message, asked) };
  // The body is the same for repeated attempts, so that the server recognises them.
  const status = await site.carry(async () => (await askSite(site, visitor, body)).status);
  if (status !== 200) throw new Error(`The form answered ${status}`);
}

function filled({ name, number, language }: Visitor, message: string, asked: Form['asked']) {
  const can: Record<string, string> = {
    email: mailAddressOf({ name, number }),
    phone: `+${number}`,
    subject: message.split(/[.?!\n]/)[0]?.slice(0, 60) ?? message,
  };
  const given = asked.flatMap(({ field }) => (can[field] === undefined ? [] : [[field, can[field]]]));
  return { client_key: randomUUID(), language, name, message, ...Object.fromEntries(given) };
}

const askSite = (site: Site, { number }: Visitor, body?: object): Promise<Response> =>
  fetch(`${site.url}/api/forms/${site.key}`, {
    method: body ? 'POST' : 'GET',
    headers: {
      // Each visitor has an address of their own, because the desk limits submissions from one address.
      'x-forwarded-for': addressOf(number),
      'x-widget-site': site.url,
      ...(body && { 'content-type': 'application/json' }),
    },
    ...(body && { body: JSON.stringify(body) }),
  });

/** Returns an address of the range that is reserved for benchmarks, 198.18.0.0/15. */
function addressOf(number: string): string {
  const [first = 0, second = 0] = createHash('sha256').update(number).digest();
  return `198.18.${first}.${second}`;
}

/** Finds the proof of work that the server requires of a form. */
async function solve({ token, bits }: Form['challenge']): Promise<number> {
  for (let solution = 0; ; solution += 1) {
    const digest = createHash('sha256').update(`${token}:${solution}`).digest();
    if (Math.clz32(digest.readUInt32BE(0)) >= bits) return solution;
    // Lets other tasks of this process run in between.
    if (solution % 20_000 === 0) await sleep(0);
  }
}
