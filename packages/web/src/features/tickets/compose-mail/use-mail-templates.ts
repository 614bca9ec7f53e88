import { type MailDraft, type MailSender, Media } from '@trunkline/contract';
import { useSession } from '#shared/api/session.ts';
import { fillTemplate } from '#shared/lib/fill-template.ts';
import { languageStore } from '#shared/lib/language.ts';
import { useStore } from '#shared/lib/store.ts';
import { useTemplateMenu } from '../conversation/field/use-template-menu.ts';

type Options = {
  before: string;
  draft: Pick<MailDraft, 'to'>;
  sender: MailSender;
  onInsert: (words: string, from: number) => void;
};

/** The template menu of a new e-mail. Variables that need a ticket stay unresolved, visible to the author. */
export function useMailTemplates({ before, draft, sender, onInsert }: Options) {
  const { user, config } = useSession();
  const language = useStore(languageStore);
  const name = draft.to[0]?.name;
  return useTemplateMenu({
    body: before,
    cursor: before.length,
    enabled: true,
    // The recipient is not known yet.
    languages: [language, config.default_language],
    mediaId: Media.email,
    departmentId: sender.department_id,
    onPick: ({ body }, start) =>
      onInsert(
        fillTemplate(body, { 'agent.name': user.fullname, ...(name && { 'customer.name': name }) }),
        start,
      ),
  });
}
