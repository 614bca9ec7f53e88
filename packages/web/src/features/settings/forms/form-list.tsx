import { MediaGlyph } from '#shared/ui/marks/media-glyph.tsx';
import { Link } from '@tanstack/react-router';
import { Media, type Reference, type WebForm } from '@trunkline/contract';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import widgets from '../widgets.module.css';
import classes from './forms.module.css';

type Props = {
  forms: readonly WebForm[];
  departments: Reference['departments'];
  chosenId: number | undefined;
  addButton: ReactNode;
};

/** The list of web forms with department and whether they are active. */
export function FormList({ forms, departments, chosenId, addButton }: Props) {
  const { t } = useTranslation('settings');
  return (
    <section aria-labelledby="forms-title" className={classes['part']}>
      <div className={classes['head']}>
        <h2 id="forms-title">{t('form.title')}</h2>
        {addButton}
      </div>
      {forms.length === 0 && <p className={classes['none']}>{t('form.none')}</p>}
      <ul className={widgets['list']}>
        {forms.map((form) => (
          <li key={form.id}>
            <Link
              to="/configurasi/config_media_chat"
              search={{ id: form.id }}
              className={widgets['item']}
              aria-current={form.id === chosenId || undefined}
            >
              <MediaGlyph media={Media.webForm} size={24} label={false} />
              <span className={widgets['names']}>
                <strong>{form.name}</strong>
                <span>{departments.find((department) => department.id === form.department_id)?.name}</span>
              </span>
              <span className={widgets['state']} data-on={form.is_active || undefined}>
                {t(form.is_active ? 'chat.active' : 'chat.inactive')}
              </span>
            </Link>
          </li>
        ))}
      </ul>
    </section>
  );
}
