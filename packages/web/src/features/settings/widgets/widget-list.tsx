import { PageTitle } from '#shared/ui/layout/page-title.tsx';
import type { Reference } from '@trunkline/contract';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { AccountItem } from '../account-kit/account-item.tsx';
import type { Widget } from './widget-form.ts';
import classes from '../widgets.module.css';

type Props = {
  widgets: readonly Widget[];
  departments: Reference['departments'];
  chosenId: number | undefined;
  addButton: ReactNode;
  onPick: () => void;
};

/** The list of chat widgets with department and whether they are active. */
export function WidgetList({ widgets, departments, chosenId, addButton, onPick }: Props) {
  const { t } = useTranslation('settings');
  return (
    <>
      <PageTitle title={t('chat.title')}>{addButton}</PageTitle>
      <ul className={classes['list']} data-short>
        {widgets.map((widget) => (
          <AccountItem
            key={widget.id}
            to="/configurasi/config_media_chat"
            id={widget.id}
            isChosen={widget.id === chosenId}
            sign={
              <span className={classes['swatch']} style={{ background: widget.settings.color }} aria-hidden />
            }
            name={widget.name}
            line={departments.find((department) => department.id === widget.department_id)?.name}
            state={{
              label: t(widget.is_active ? 'chat.active' : 'chat.inactive'),
              kind: widget.is_active ? 'on' : undefined,
            }}
            onPick={onPick}
          />
        ))}
      </ul>
    </>
  );
}
