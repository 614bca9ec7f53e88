import { MediaGlyph } from '#shared/ui/marks/media-glyph.tsx';
import { Media, type Reference, type WebForm } from '@trunkline/contract';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { AccountItem } from '../account-kit/account-item.tsx';
import widgets from '../widgets.module.css';
import classes from './forms.module.css';

type Props = {
  forms: readonly WebForm[];
  departments: Reference['departments'];
  chosenId: number | undefined;
  addButton: ReactNode;
  onPick: () => void;
};

/** The list of web forms with department and whether they are active. */
export function FormList({ forms, departments, chosenId, addButton, onPick }: Props) {
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
          <AccountItem
            key={form.id}
            to="/configurasi/config_media_chat"
            id={form.id}
            isChosen={form.id === chosenId}
            sign={<MediaGlyph media={Media.webForm} size={24} label={false} />}
            name={form.name}
            line={departments.find((department) => department.id === form.department_id)?.name}
            state={{
              label: t(form.is_active ? 'chat.active' : 'chat.inactive'),
              kind: form.is_active ? 'on' : undefined,
            }}
            onPick={onPick}
          />
        ))}
      </ul>
    </section>
  );
}
