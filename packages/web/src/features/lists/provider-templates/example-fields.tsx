import { TextInput } from '@mantine/core';
import { newTemplateContent, LIMITS, templateSlots } from '@trunkline/contract';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import classes from './provider-templates.module.css';
import type { NewTemplateState } from './use-new-template.ts';
import { useProblem } from './use-problem.ts';

/** Examples for a template's variables, which WhatsApp's reviewers need to see. */
export function ExampleFields({ state }: { state: NewTemplateState }) {
  const { t } = useTranslation('lists/provider-templates');
  const problem = useProblem(state);
  const id = useId();
  const { form, set } = state;
  const slots = templateSlots(newTemplateContent(form));
  if (slots.length === 0) return null;
  return (
    <section aria-labelledby={id} className={classes['part']}>
      <h3 id={id}>{t('examples')}</h3>
      <p className={classes['dim']}>{t('examples-hint')}</p>
      <div className={classes['pair']}>
        {slots.map(({ key, part, name }) => (
          <TextInput
            key={key}
            label={t(`example.${part}`, { name })}
            error={problem(`examples.${key}`)}
            value={form.examples[key] ?? ''}
            maxLength={LIMITS.name}
            dir="auto"
            onChange={(event) => set({ examples: { ...form.examples, [key]: event.currentTarget.value } })}
          />
        ))}
      </div>
    </section>
  );
}
