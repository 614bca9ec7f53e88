import { Button } from '@mantine/core';
import { useId, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Drawer } from '#shared/ui/dialogs/drawer.tsx';
import classes from './shifts.module.css';

type Props = {
  title: string;
  /** The text of the submit button. */
  action: string;
  isBusy: boolean;
  onSubmit: () => Promise<void>;
  onClose: () => void;
  children: ReactNode;
};

/** A form beside the plan. */
export function PlanDrawer({ title, action, isBusy, onSubmit, onClose, children }: Props) {
  const { t } = useTranslation('reporting/shifts');
  const id = useId();
  return (
    <Drawer
      opened
      onClose={onClose}
      title={title}
      footer={
        <>
          <Button variant="default" onClick={onClose}>
            {t('cancel')}
          </Button>
          <Button type="submit" form={id} loading={isBusy}>
            {action}
          </Button>
        </>
      }
    >
      <form
        id={id}
        className={classes['form']}
        onSubmit={(event) => {
          event.preventDefault();
          void onSubmit();
        }}
      >
        {children}
      </form>
    </Drawer>
  );
}
