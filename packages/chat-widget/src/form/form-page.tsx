import type { Language } from '@trunkline/contract';
import { useCallback, useEffect, useMemo, useRef, useState } from 'preact/hooks';
import { firstSupported } from '../language.ts';
import { Icon } from '../ui/icon.tsx';
import { useBrand } from '../ui/use-brand.ts';
import { FormError, type WebFormApi, type LoadedForm } from './api.ts';
import { FormFields } from './form-fields.tsx';
import { createSending, problemOf } from './sending.ts';
import { TEXTS, type WebFormProblem } from './texts.ts';

type Props = {
  api: WebFormApi;
  /** The language from the script tag. */
  wished: Language | null;
  first: Language;
  page: () => string;
  onSent: () => void;
};
type State =
  | { status: 'loading' }
  | { status: 'failed'; problem: WebFormProblem }
  | { status: 'ready'; form: LoadedForm }
  | { status: 'sent'; form: LoadedForm };

/** A form from loading to its confirmation. */
export function FormPage({ api, wished, first, page, onSent }: Props) {
  const [state, setState] = useState<State>({ status: 'loading' });
  const form = state.status === 'ready' || state.status === 'sent' ? state.form : undefined;
  const language = form ? (wished ?? firstSupported(navigator.languages) ?? form.default_language) : first;
  const texts = TEXTS[language];
  useBrand(form?.color, language);
  const load = useCallback(() => {
    setState({ status: 'loading' });
    api.get().then(
      (loaded) => setState({ status: 'ready', form: loaded }),
      (error: unknown) => {
        if (!(error instanceof FormError)) throw error;
        setState({ status: 'failed', problem: problemOf(error.code) });
      },
    );
  }, [api]);
  useEffect(load, [load]);
  useEffect(() => {
    if (form) document.title = form.title[language];
  }, [form, language]);

  if (state.status === 'loading')
    return (
      <p class="loading" role="status">
        {texts.loading}
      </p>
    );
  if (state.status === 'failed')
    return (
      <main class="notice">
        <Icon name="alert" size={28} />
        <p role="alert">{texts.problem[state.problem].split(';')[0]}</p>
        <button type="button" class="secondary" onClick={load}>
          {texts.retry}
        </button>
      </main>
    );
  if (state.status === 'sent')
    return (
      <Thanks
        title={texts.sentTitle}
        words={state.form.thanks[language]}
        again={texts.again}
        onAgain={load}
      />
    );
  return (
    <Filling
      {...{ form: state.form, api, language, page }}
      onSent={() => {
        setState({ status: 'sent', form: state.form });
        onSent();
      }}
    />
  );
}

type FillingProps = Pick<Props, 'api' | 'page' | 'onSent'> & { form: LoadedForm; language: Language };

function Filling({ form, api, language, page, onSent }: FillingProps) {
  // Each loaded form has a challenge of its own.
  const { send } = useMemo(
    () => createSending(api, form.challenge, { language, page }),
    [api, form, language, page],
  );
  return (
    <main aria-labelledby="title">
      <h1 id="title">{form.title[language]}</h1>
      {form.intro[language] && <p class="intro">{form.intro[language]}</p>}
      <FormFields form={form} texts={TEXTS[language]} onSend={send} onSent={onSent} />
    </main>
  );
}

type ThanksProps = { title: string; words: string; again: string; onAgain: () => void };

/** The confirmation; it takes the focus, so that screen readers announce it. */
function Thanks({ title, words, again, onAgain }: ThanksProps) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  return (
    <main class="notice" aria-labelledby="title">
      <span class="done">
        <Icon name="check" size={28} />
      </span>
      <h1 id="title" ref={heading} tabIndex={-1}>
        {title}
      </h1>
      <p>{words}</p>
      <button type="button" class="quiet" onClick={onAgain}>
        {again}
      </button>
    </main>
  );
}
