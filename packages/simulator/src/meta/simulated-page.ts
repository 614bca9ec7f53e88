import type { DeliveryStrategy } from '../delivery-strategy.ts';
import { addLatest } from '../keep-latest.ts';
import { deliverTo } from './deliver.ts';
import { echoTo, pageDelivery, type PageAccount } from './page-payloads.ts';
import { createPagePerson, pageMessageId, type PagePerson } from './page-person.ts';

/** Id of Meta's own inbox app. */
const INBOX_APP = 263_902_037_430_900;

export type SimulatedPage = ReturnType<typeof createSimulatedPage>;
type PageDeps = {
  appSecret: string;
  carry: DeliveryStrategy;
  publish: (mime: string, bytes: Buffer) => string;
};

/** One account with its people, and its deliveries. */
export function createSimulatedPage(account: PageAccount, { appSecret, carry, publish }: PageDeps) {
  const people = new Map<string, PagePerson>();
  const own = {
    account,
    people,
    /** The address for deliveries. */
    webhook: '',
    deliverText: (body: string, signature?: string): Promise<number> =>
      carry(() => deliverTo(own.webhook, body, { secret: appSecret, signature })),
    deliver: (payload: object, signature?: string): Promise<number> =>
      own.deliverText(JSON.stringify(payload), signature),
    person(id: string, name: string): PagePerson {
      const known = people.get(id);
      if (known) return known;
      const made = createPagePerson(id, name, { account, deliver: own.deliver, publish });
      people.set(id, made);
      return made;
    },
    echo: (to: string, message: object): Promise<number> =>
      own.deliver(pageDelivery(account, [echoTo(account, to, message)])),
    /** Simulates a reply that somebody writes in Meta's own inbox. */
    async answerElsewhere(to: PagePerson, text: string): Promise<string> {
      const mid = pageMessageId();
      addLatest(to.inbox, { id: mid, type: 'text', text, choices: [], mark: undefined, at: Date.now() });
      await own.echo(to.id, { mid, text, app_id: INBOX_APP });
      return mid;
    },
  };
  return own;
}
