import { toast } from '#shared/ui/toast.ts';
import { Button } from '@mantine/core';
import { IconCopy } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { installSnippet, type Widget } from './widget-form.ts';
import { WidgetPreview } from './widget-preview.tsx';
import classes from './widgets.module.css';

/** How the widget looks to visitors, and the line that puts it on a site. */
export function WidgetSide({ widget }: { widget: Widget }) {
  const { t } = useTranslation('settings');
  const snippet = installSnippet(globalThis.location.origin, widget.key);
  return (
    <div className={classes['side']}>
      <div className={classes['preview']} role="group" aria-labelledby="preview-title">
        <h2 id="preview-title">{t('chat.preview')}</h2>
        <p className={classes['dim']}>{t('chat.preview-unsaved')}</p>
        <WidgetPreview widget={widget} />
      </div>
      <div role="group" aria-labelledby="install-title">
        <h2 id="install-title">{t('chat.install')}</h2>
        <p className={classes['dim']}>{t('chat.install-hint')}</p>
        <pre className={classes['snippet']} tabIndex={0}>
          {snippet}
        </pre>
        <Button
          variant="default"
          size="xs"
          leftSection={<IconCopy size={16} stroke={1.75} aria-hidden />}
          onClick={() => void navigator.clipboard.writeText(snippet).then(() => toast(t('chat.copied')))}
        >
          {t('chat.copy')}
        </Button>
      </div>
    </div>
  );
}
