import {
  type ErrorReason,
  LIMITS,
  newTemplateProblems,
  type FileRef,
  type NewTemplate,
  type ResponseOf,
  type submitMessageTemplate,
} from '@trunkline/contract';
import type { Viewer } from '#platform/access';
import { AppError, found } from '#platform/errors';
import type { Upload } from '#platform/http';
import type { Platform } from '#platform/platform';
import type { Settings } from '#modules/settings';
import type { Tickets } from '#modules/tickets';
import type { AccountRow } from '../accounts/account-store.ts';
import { FETCH_TEMPLATES_JOB, type Accounts } from '../accounts/accounts-service.ts';
import { ProviderError, type FetchedTemplate } from '../providers/provider.ts';
import * as store from './template-store.ts';
import type { Templates } from './templates-service.ts';

type Deps = Pick<Platform, 'db' | 'clock'> & {
  accounts: Accounts;
  settings: Settings;
  templates: Templates;
  tickets: Pick<Tickets, 'files'>;
};
type Submitted = ResponseOf<typeof submitMessageTemplate>['data'];

/** New templates, which the provider must approve before they can be sent. */
export type NewTemplates = {
  /** Stores the example of a new template's header. `too_many_requests`: too many unused examples. */
  storeFile(viewer: Viewer, upload: Upload): Promise<FileRef>;
  /**
   * Submits it for approval; the result contains the provider's refusal. @throws AppError `invalid` for what no provider would
   * accept
   */
  submit(viewer: Viewer, accountId: number, written: NewTemplate): Promise<Submitted>;
};

export function createNewTemplates({
  db,
  clock,
  accounts,
  settings,
  templates,
  tickets,
}: Deps): NewTemplates {
  const find = async (accountId: number, { name, language }: NewTemplate) =>
    (await store.listTemplates(db.q, accountId)).find(
      (one) => one.name === name && one.language === language,
    );

  /** Stores it for all accounts of that business. A state that has arrived meanwhile is newer, and is kept. */
  async function storeTemplate(viewer: Viewer, row: AccountRow, template: FetchedTemplate): Promise<void> {
    const { provider, business_id: businessId } = row;
    await db.transaction(async (tx) => {
      for (const id of await store.insertForBusiness(
        tx.q,
        { provider, businessId },
        { ...template, at: clock.now() },
      ))
        // A list that was requested before lacks the new template, so another one is fetched.
        await tx.enqueue(FETCH_TEMPLATES_JOB, { account_id: id });
      await settings.audit(tx.q, {
        viewer,
        action: 'message_template.submitted',
        subject: `${template.name}/${template.language}`,
      });
      tx.emit('settings-changed', { part: 'message-templates' }, ['everyone']);
    });
  }

  /** The account with its credentials, where its provider supports templates. */
  async function demandTaker(accountId: number) {
    const row = found(await accounts.row(db.q, accountId));
    const { submitTemplate } = accounts.providerOf(row.provider);
    if (!submitTemplate) throw refused('no_templates');
    if (row.business_id === '') throw refused('business_unknown');
    return { row, submitTemplate };
  }

  /** Returns the template with its stored example file, or without one if the file no longer exists or is another user's. */
  async function withOwnFile(viewer: Viewer, template: NewTemplate): Promise<NewTemplate> {
    const { header_file: above } = template;
    if (!above?.file) return template;
    const [file = null] = await tickets.files.listOwn(db.q, viewer, [above.file.id]);
    return { ...template, header_file: { ...above, file } };
  }

  /** Whether the template was accepted although the response was lost: it is then on the provider's list. */
  async function isTakenAllTheSame(accountId: number, template: NewTemplate): Promise<boolean> {
    await templates.refresh(accountId);
    return (await find(accountId, template)) !== undefined;
  }

  return {
    async storeFile(viewer, upload) {
      const uploader = { userId: viewer.id };
      if ((await tickets.files.countUnused(uploader)) >= LIMITS.filesWaiting)
        throw new AppError('too_many_requests');
      return tickets.files.store(upload, uploader, LIMITS.fileBytes);
    },

    async submit(viewer, accountId, written) {
      const { row, submitTemplate } = await demandTaker(accountId);
      const template = await withOwnFile(viewer, written);
      demandForm(template);
      const example = template.header_file?.file;
      const file = example ? await tickets.files.open(example.id) : undefined;
      const known = await find(accountId, template);
      try {
        await storeTemplate(viewer, row, await submitTemplate(accounts.credentials(row), template, file));
      } catch (error) {
        if (!(error instanceof ProviderError)) throw error;
        const { errorCode: fault, providerMessage: said, details } = error;
        // A template that was there before is no sign that this one was accepted.
        const isUnsure = details.maybeDelivered === true && known === undefined;
        if (!isUnsure || !(await isTakenAllTheSame(accountId, template)))
          return { template: null, fault, said };
      }
      return { template: (await find(accountId, template)) ?? null, fault: null, said: '' };
    },
  };
}

function demandForm(template: NewTemplate): void {
  const problems = newTemplateProblems(template);
  if (problems.length === 0) return;
  throw new AppError(
    'invalid',
    problems.map(({ path, problem }) => ({ path, message: problem })),
  );
}

const refused = (reason: ErrorReason) => new AppError('conflict', { reason });
