import { TemplateReason, TemplateState } from '#shared/messaging/template-state.tsx';
import { Drawer } from '#shared/ui/dialogs/drawer.tsx';
import { Button } from '@mantine/core';
import { canFillTemplate, type MessagingTemplate } from '@trunkline/contract';
import { useTranslation } from 'react-i18next';
import { useLanguageNames } from '#shared/messaging/language-names.ts';
import classes from './provider-templates.module.css';
import { TemplatePreview } from './template-preview.tsx';

type Props = {
  template: MessagingTemplate;
  /** Starts a copy of this template; undefined for users who may not create one. */
  onCopy: (() => void) | undefined;
  onClose: () => void;
};

/** One template: whether it may be sent, if not why and what to do, and a preview. */
export function TemplateDrawer({ template, onCopy, onClose }: Props) {
  const { t } = useTranslation('lists/provider-templates');
  const nameOf = useLanguageNames();
  const { name, language, state, reason, content } = template;
  return (
    <Drawer
      opened
      onClose={onClose}
      title={name}
      width={560}
      footer={
        onCopy && (
          <Button variant="default" onClick={onCopy}>
            {t('copy')}
          </Button>
        )
      }
    >
      <div className={classes['form']}>
        <div className={classes['state']}>
          <TemplateState state={state} />
          <span className={classes['dim']}>{nameOf(language)}</span>
        </div>
        <p>{t(`next.${state}`)}</p>
        {reason && (
          <p>
            <TemplateReason reason={reason} />
          </p>
        )}
        {!canFillTemplate(content) && <p>{t('unfit')}</p>}
        <TemplatePreview content={content} />
      </div>
    </Drawer>
  );
}
