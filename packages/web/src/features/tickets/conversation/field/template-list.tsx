import type { Template } from '@trunkline/contract';
import { useTranslation } from 'react-i18next';
import type { FoundTemplate } from '#features/tickets/template-variables.ts';
import classes from './template-list.module.css';

type Props = {
  id: string;
  templates: readonly FoundTemplate[];
  active: number;
  failed: boolean;
  onPick: (template: Template) => void;
};

/** List of matching templates. The text field keeps the focus and handles the keys. */
export function TemplateList({ id, templates, active, failed, onPick }: Props) {
  const { t } = useTranslation('tickets');
  if (failed || templates.length === 0) {
    return (
      <p className={classes['none']}>{failed ? t('composer.templatesFailed') : t('composer.templateNone')}</p>
    );
  }
  return (
    <div id={id} role="listbox" aria-label={t('composer.templates')} className={classes['list']}>
      {templates.map((template, index) => (
        <div
          key={template.id}
          id={`${id}-${index}`}
          role="option"
          aria-selected={index === active}
          tabIndex={-1}
          className={classes['template']}
          ref={(node) => {
            if (index === active) node?.scrollIntoView({ block: 'nearest' });
          }}
          // Keeps the focus in the field.
          onPointerDown={(event) => {
            event.preventDefault();
            onPick(template);
          }}
        >
          <span className={classes['shortcut']}>/{template.shortcut}</span>
          <span className={classes['name']}>{template.name}</span>
          <span className={classes['language']}>{template.language.toUpperCase()}</span>
          {template.insteadOf && (
            <span className={classes['instead']}>
              {t('composer.templateInstead', {
                wanted: t(`context.languages.${template.insteadOf}`),
                taken: t(`context.languages.${template.language}`),
              })}
            </span>
          )}
          <span className={classes['body']}>{template.body}</span>
        </div>
      ))}
    </div>
  );
}
