import { useSession } from '#shared/api/session.ts';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';

type Kept = { base: unknown; form: unknown };
// What was typed and not saved is there again when the form opens again, until the page is left for good.
const drafts = new Map<string, Kept>();

type Options<Base, Form, Refusal, Saved> = {
  /** Which form it is; of each record there is one, and of each person. */
  key: string;
  /** What is changed; null where something is made. */
  record: Base | null;
  begin: (record: Base | null) => Form;
  isChanged: (form: Form, base: Base | null) => boolean;
  /** Nothing is wrong with it that could be known before it is sent. */
  isFine: (form: Form, base: Base | null) => boolean;
  send: (form: Form, base: Base | null) => Promise<Saved>;
  /** What a refused save means. */
  refusalOf: (error: unknown, form: Form) => Refusal;
  /** What somebody else has saved meanwhile, where that is why it was refused. */
  currentOf: (refusal: Refusal) => Base | null;
  /** The refusal is about a field: it is over when something else is typed. */
  isOfField: (refusal: Refusal) => boolean;
  /** What was typed on top of what somebody else has saved. */
  merge: (form: Form, base: Base, current: Base) => Form;
  onSaved: (saved: Saved) => void;
};

/** The form of one record: what is typed, what it is based on, what was refused, and saving. */
export function useRecordForm<Base, Form, Refusal, Saved>(options: Options<Base, Form, Refusal, Saved>) {
  const { record, begin, isFine, send, refusalOf, currentOf, isOfField, merge, onSaved } = options;
  const { user } = useSession();
  // Whoever signs in next on this screen does not get what somebody else was writing.
  const key = `${user.id} ${options.key}`;
  const [kept] = useState(() => drafts.get(key) as { base: Base | null; form: Form } | undefined);
  const [base, setBase] = useState(kept ? kept.base : record);
  const [form, setForm] = useState(() => (kept ? kept.form : begin(record)));
  const [isRestored, setRestored] = useState(kept !== undefined);
  const [isTried, setTried] = useState(false);
  const isChanged = options.isChanged(form, base);

  const save = useMutation({
    mutationFn: (sent: Form) => send(sent, base),
    onSuccess: (saved) => {
      drafts.delete(key);
      onSaved(saved);
    },
    onError: (error, sent) => {
      const current = currentOf(refusalOf(error, sent));
      if (!current || !base) return;
      setForm(merge(sent, base, current));
      setBase(current);
    },
  });
  const refusal = save.error ? refusalOf(save.error, save.variables) : null;

  function reset(to: Base | null): void {
    drafts.delete(key);
    setBase(to);
    setForm(begin(to));
    setTried(false);
    setRestored(false);
    save.reset();
  }

  return {
    form,
    base,
    refusal,
    /** A field is complained about once somebody wants to save, not while they are still typing. */
    isTried,
    isChanged,
    isRestored,
    isSaving: save.isPending,
    set(next: Form): void {
      setForm(next);
      if (refusal && isOfField(refusal)) save.reset();
    },
    submit(): void {
      setTried(true);
      if (isFine(form, base) && !save.isPending) save.mutate(form);
    },
    discard: () => reset(record),
    takeTheirs: () => reset(base),
    keep: () => void (isChanged ? drafts.set(key, { base, form }) : drafts.delete(key)),
  };
}
