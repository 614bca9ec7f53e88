import { PageTitle } from '#shared/ui/layout/page-title.tsx';
import { Link } from '@tanstack/react-router';
import type { Reference } from '@trunkline/contract';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { Widget } from './widget-form.ts';
import classes from '../widgets.module.css';

type Props = {
  widgets: readonly Widget[];
  departments: Reference['departments'];
  chosenId: number | undefined;
  addButton: ReactNode;
};

/** The list of chat widgets with department and whether they are active. */
export function WidgetList({ widgets, departments, chosenId, addButton }: Props) {
  const { t } = useTranslation('settings');
  return (
    <>
      <PageTitle title={t('chat.title')}>{addButton}</PageTitle>
      <ul className={classes['list']} data-short>
        {widgets.map((widget) => (
          <li key={widget.id}>
            <Link
              to="/configurasi/config_media_chat"
              search={{ id: widget.id }}
              className={classes['item']}
              aria-current={widget.id === chosenId || undefined}
            >
              <span className={classes['swatch']} style={{ background: widget.settings.color }} aria-hidden />
              <span className={classes['names']}>
                <strong>{widget.name}</strong>
                <span>{departments.find((department) => department.id === widget.department_id)?.name}</span>
              </span>
              <span className={classes['state']} data-on={widget.is_active || undefined}>
                {t(widget.is_active ? 'chat.active' : 'chat.inactive')}
              </span>
            </Link>
          </li>
        ))}
      </ul>
    </>
  );
}
