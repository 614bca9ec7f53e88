import { useLanguage } from '#shared/lib/language.ts';
import { proposedValues } from '#shared/messaging/proposed-values.ts';
import { newTemplateContent, type MessagingTemplate, type TemplateAccount } from '@trunkline/contract';
import { useRef, useState } from 'react';
import { useSubmit } from './api.ts';
import {
  initialTemplateForm,
  withProposedExamples,
  problemsOf,
  type NewTemplateForm,
} from './new-template-form.ts';
import { useSamples } from './template-preview.tsx';

/** What was typed and not submitted is there again when the drawer is opened again. */
const kept: { draft: NewTemplateForm | null } = { draft: null };

type Options = {
  accounts: readonly TemplateAccount[];
  /** The template to copy. */
  from: MessagingTemplate | undefined;
  onDone: (template: MessagingTemplate | null) => void;
};

/** The state of a new template: its form, its problems, and submitting it. */
export function useNewTemplate({ accounts, from, onDone }: Options) {
  const language = useLanguage();
  const samples = useSamples();
  const [draft] = useState(() => (from ? null : kept.draft));
  const [typed, setTyped] = useState<NewTemplateForm>(
    () => draft ?? initialTemplateForm(firstOf(accounts), language, from),
  );
  // Kept in a ref, because an upload may end after more was typed.
  const latest = useRef(typed);
  const [isRestored, setRestored] = useState(draft !== null);
  const [isTried, setTried] = useState(false);
  const submit = useSubmit();
  const form = withProposedExamples(typed, proposedValues(newTemplateContent(typed), samples));
  const all = problemsOf(form);

  function begin(next: NewTemplateForm): void {
    latest.current = next;
    setTyped(next);
  }

  function set(patch: Partial<NewTemplateForm>): void {
    begin({ ...latest.current, ...patch });
    kept.draft = latest.current;
    submit.reset();
  }

  function send(): void {
    setTried(true);
    if (all.size > 0 || submit.isPending) return;
    submit.mutate(form, {
      onSuccess: ({ template, fault }) => {
        if (fault) return;
        kept.draft = null;
        onDone(template);
      },
    });
  }

  return {
    form,
    set,
    send,
    isRestored,
    isSending: submit.isPending,
    isFailed: submit.isError,
    refused: submit.data?.fault ? submit.data : null,
    problem: (path: string) => (isTried ? all.get(path) : undefined),
    /** Empties the form. */
    discard(): void {
      kept.draft = null;
      begin(initialTemplateForm(firstOf(accounts), language));
      setRestored(false);
      setTried(false);
    },
  };
}

export type NewTemplateState = ReturnType<typeof useNewTemplate>;

const firstOf = (accounts: readonly TemplateAccount[]): number => accounts[0]?.account_id ?? 0;
