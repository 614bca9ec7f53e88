import { isDeepStrictEqual } from 'node:util';
import {
  canFillTemplate,
  filledTemplate,
  fitsTemplateHeader,
  hasFileHeader,
  MESSAGING_PROVIDERS,
  PROVIDER_TRAITS,
  templateSlots,
  templateValueProblem,
  type BodyOf,
  type ErrorReason,
  type Message,
  type MessageExtra,
  type MessagingTemplate,
  type refreshAccountTemplates,
  type replyToTicket,
  type ResponseOf,
  type TemplateAccount,
  type TemplateChoice,
} from '@trunkline/contract';
import type { Viewer } from '#platform/access';
import type { Tx } from '#platform/db';
import { AppError, found } from '#platform/errors';
import type { Platform } from '#platform/platform';
import type { Conversations } from '#modules/conversations';
import type { Tickets } from '#modules/tickets';
import type { AccountRow } from '../accounts/account-store.ts';
import { FETCH_TEMPLATES_JOB, type Accounts } from '../accounts/accounts-service.ts';
import { ProviderError, type OutgoingMessage, type TemplateUpdate } from '../providers/provider.ts';
import * as store from './template-store.ts';

type TemplateList = { templates: MessagingTemplate[]; fetched_at: string | null };

/** Approved templates: fetched, stored, and made into replies. */
export type Templates = {
  /** The templates of an account (`not_found`); `fetched_at` is null where they were never fetched. */
  list(id: number): Promise<TemplateList>;
  /** Fetches them; on failure the stored ones stay. `conflict`: the channel has no templates, or the account no business. */
  refresh(id: number): Promise<Refreshed>;
  /** The templates of all accounts, active or not. */
  byAccount(): Promise<TemplateAccount[]>;
  /** Stores the state of a template; an unknown template is fetched. */
  applyUpdate(tx: Tx, account: AccountRow, news: TemplateUpdate): Promise<void>;
  /** The templates that can be sent on a ticket, or on the named conversation. */
  forTicket(viewer: Viewer, ticketId: number, named?: number): Promise<MessagingTemplate[]>;
  /** The part of the message on the time line beside the text. Refuses a template that has changed since it was selected (`conflict`). */
  compose(tx: Tx, accountId: number, answer: Answer): Promise<MessageExtra>;
  /** The template of a message for the provider; undefined for other messages. */
  outgoing(
    tx: Tx,
    accountId: number,
    message: Pick<Message, 'extra' | 'attachments'>,
  ): Promise<OutgoingMessage['template']>;
};

type Deps = Pick<Platform, 'db' | 'clock' | 'log' | 'jobs'> & {
  accounts: Accounts;
  conversations: Conversations;
  tickets: Tickets;
};
type Answer = Pick<BodyOf<typeof replyToTicket>, 'body' | 'file_ids'> & { template: TemplateChoice };
type Refreshed = ResponseOf<typeof refreshAccountTemplates>['data'];

export function createTemplates({ db, clock, log, jobs, accounts, conversations, tickets }: Deps): Templates {
  jobs.define<{ account_id?: number }>(FETCH_TEMPLATES_JOB, async ({ account_id: id }) => {
    const ids = id === undefined ? await store.listAccountsWithBusiness(db.q, WITH_TEMPLATES) : [id];
    for (const one of ids) {
      const { fault, said } = await refresh(one);
      if (fault) log.info({ account: one, fault, said }, 'templates could not be fetched');
    }
  });
  jobs.schedule(FETCH_TEMPLATES_JOB, '23 * * * *');

  async function list(id: number) {
    const { templates_at: fetchedAt } = found(await accounts.row(db.q, id));
    return { templates: await store.listTemplates(db.q, id), fetched_at: fetchedAt };
  }

  /** Fetches the list; on failure the stored templates stay. */
  async function refresh(id: number): Promise<Refreshed> {
    const row = found(await accounts.row(db.q, id));
    if (row.business_id === '') throw refused('business_unknown');
    const { listTemplates } = accounts.providerOf(row.provider);
    if (!listTemplates) throw refused('no_templates');
    const at = clock.now();
    try {
      const templates = await listTemplates(accounts.credentials(row));
      await db.transaction(async (tx) => {
        const before = await store.listTemplates(tx.q, id);
        await store.replaceTemplates(tx.q, id, { templates, at });
        if (!isDeepStrictEqual(before, await store.listTemplates(tx.q, id))) emitTemplatesChanged(tx);
      });
      return { ...(await list(id)), fault: null, said: '' };
    } catch (error) {
      if (!(error instanceof ProviderError)) throw error;
      return { ...(await list(id)), fault: error.errorCode, said: error.providerMessage };
    }
  }

  return {
    list,
    refresh,

    async byAccount() {
      const rows = await accounts.rows();
      const own = rows.filter(({ provider }) => WITH_TEMPLATES.includes(provider));
      return Promise.all(
        own.map(async ({ id, name, provider, shown_address, is_active, business_id: business }) => ({
          account_id: id,
          name,
          provider,
          shown_address,
          is_active,
          has_business: business !== '',
          ...(await list(id)),
        })),
      );
    },

    async applyUpdate(tx, { id, provider, business_id: businessId }, news) {
      const { became, name, language } = news;
      const isKnown =
        became &&
        (await store.setState(
          tx.q,
          { provider, businessId },
          { name, language, ...became, at: clock.now() },
        ));
      if (isKnown) emitTemplatesChanged(tx);
      else await tx.enqueue(FETCH_TEMPLATES_JOB, { account_id: id });
    },

    async forTicket(viewer, ticketId, named) {
      await tickets.get(viewer, ticketId);
      const conversation = await conversations.writtenOn(db.q, ticketId, named);
      if (!conversation) return [];
      const all = await store.listTemplates(db.q, conversation.channel_account_id);
      return all.filter(isSendable);
    },

    async compose(tx, accountId, { template: chosen, body, file_ids: fileIds }) {
      const template = await store.findTemplate(tx.q, accountId, chosen.id);
      if (!template || !isSendable(template)) throw refused('template_unavailable');
      const { name, language, content } = template;
      const keys = templateSlots(content).map(({ key }) => key);
      demandValues(keys, chosen.values);
      const values = Object.fromEntries(keys.map((key) => [key, chosen.values[key] ?? '']));
      const { body: text, ...around } = filledTemplate(content, values);
      if (text !== body) throw refused('template_changed');
      if (fileIds.length !== (hasFileHeader(content) ? 1 : 0))
        throw new AppError('invalid', [
          { path: 'file_ids', message: 'These are not the files of this template' },
        ]);
      const extra: MessageExtra = {
        kind: 'template',
        template: { ...around, name, language, values, template_id: template.id },
      };
      return extra;
    },

    async outgoing(tx, accountId, { extra, attachments }) {
      const chosen = extra?.template;
      if (!chosen) return undefined;
      const template = found(await store.findTemplate(tx.q, accountId, chosen.template_id));
      const { name, language, content } = template;
      const isOther = attachments.some(({ mime }) => !fitsTemplateHeader(content.header.kind, mime));
      if (isOther)
        throw new AppError('invalid', [
          { path: 'file_ids', message: 'This template does not accept this file' },
        ]);
      return { name, language, content, values: chosen.values };
    },
  };
}

function demandValues(keys: readonly string[], values: Readonly<Record<string, string>>): void {
  const problems = keys.flatMap((key) => {
    const problem = templateValueProblem(values[key]);
    return problem === null ? [] : [{ path: `template.values.${key}`, message: VALUE_PROBLEMS[problem] }];
  });
  if (problems.length > 0) throw new AppError('invalid', problems);
}

const VALUE_PROBLEMS = {
  missing: 'A value is missing',
  spaces: 'At most four spaces may follow one another',
};

const WITH_TEMPLATES = MESSAGING_PROVIDERS.filter((provider) => PROVIDER_TRAITS[provider].hasTemplates);
const emitTemplatesChanged = (tx: Tx) =>
  tx.emit('settings-changed', { part: 'message-templates' }, ['everyone']);
const isSendable = ({ state, content }: MessagingTemplate) =>
  state === 'approved' && canFillTemplate(content);
const refused = (reason: ErrorReason) => new AppError('conflict', { reason });
