import { MessagingFaultText } from '#shared/messaging/fault.tsx';
import { Drawer } from '#shared/ui/dialogs/drawer.tsx';
import { Notice } from '#shared/ui/states/notice.tsx';
import { toast } from '#shared/ui/states/toast.ts';
import { Button } from '@mantine/core';
import { newTemplateContent, type MessagingTemplate, type TemplateAccount } from '@trunkline/contract';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { ButtonFields } from './button-fields.tsx';
import { ExampleFields } from './example-fields.tsx';
import classes from './provider-templates.module.css';
import { TemplatePreview } from './template-preview.tsx';
import { AboutFields, WordFields } from './word-fields.tsx';
import { useNewTemplate } from './use-new-template.ts';

type Props = {
  accounts: readonly TemplateAccount[];
  from: MessagingTemplate | undefined;
  onClose: () => void;
};

/** The form to write a new template and submit it to WhatsApp. */
export function NewTemplateDrawer({ accounts, from, onClose }: Props) {
  const { t } = useTranslation('lists/provider-templates');
  const { t: lists } = useTranslation('lists');
  const id = useId();
  const state = useNewTemplate({
    accounts,
    from,
    onDone: (template) => {
      toast(t('submitted', { name: template?.name ?? '' }));
      onClose();
    },
  });
  const { form, refused } = state;
  return (
    <Drawer
      opened
      onClose={onClose}
      title={t('new')}
      width={560}
      footer={
        <>
          <Button variant="default" onClick={onClose}>
            {lists('cancel')}
          </Button>
          <Button type="submit" form={id} loading={state.isSending}>
            {t('submit')}
          </Button>
        </>
      }
    >
      <form
        id={id}
        className={classes['form']}
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          const form = event.currentTarget;
          state.send();
          requestAnimationFrame(() => form.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus());
        }}
      >
        {state.isRestored && (
          <Notice
            actions={
              <Button size="compact-sm" variant="subtle" onClick={state.discard}>
                {lists('discard')}
              </Button>
            }
          >
            {lists('restored')}
          </Notice>
        )}
        <AboutFields state={state} accounts={accounts} />
        <WordFields state={state} />
        <ButtonFields state={state} />
        <ExampleFields state={state} />
        <TemplatePreview content={newTemplateContent(form)} examples={given(form.examples)} />
        {(refused || state.isFailed) && (
          <div ref={bringIntoView}>
            <Notice kind="failed">
              {refused && (
                <>
                  {t('not-submitted')} <MessagingFaultText fault={refused.fault} said={refused.said} />
                </>
              )}
              {state.isFailed && lists('failed.failed')}
            </Notice>
          </div>
        )}
      </form>
    </Drawer>
  );
}

/** Scrolls a message into view, because the button that causes it is below the scrolling part. */
function bringIntoView(element: HTMLElement | null): void {
  element?.scrollIntoView({ block: 'nearest' });
}

const given = (examples: Record<string, string>): Record<string, string> =>
  Object.fromEntries(Object.entries(examples).filter(([, value]) => value.trim() !== ''));
