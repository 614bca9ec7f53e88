import { Button } from '@mantine/core';
import { useRef } from 'react';
import { useTranslation } from 'react-i18next';
import type { TemplateForm } from './use-template-form.ts';
import classes from './window.module.css';

const ACCEPT = { image: 'image/jpeg,image/png', video: 'video/mp4,video/3gpp', document: '' } as const;

/** The photo, video or document in the header of a template, where it has one. */
export function TemplateFile({ form }: { form: TemplateForm }) {
  const { t } = useTranslation('tickets/answer-window');
  const input = useRef<HTMLInputElement>(null);
  const { chosen, file, setFile, uploads, needsFile, isUnfit, wasAsked } = form;
  const kind = chosen?.content.header.kind;
  if (!needsFile || (kind !== 'image' && kind !== 'video' && kind !== 'document')) return null;
  const hasFailed = uploads.uploads.some(({ failed }) => failed);
  return (
    <div>
      <div className={classes['file']}>
        <span>{t(`file.${kind}`)}</span>
        <input
          ref={input}
          type="file"
          hidden
          accept={ACCEPT[kind]}
          onChange={(event) => {
            for (const one of uploads.uploads) uploads.remove(one.key);
            uploads.add([...(event.currentTarget.files ?? [])].slice(0, 1));
            event.currentTarget.value = '';
          }}
        />
        {file ? (
          <>
            <bdi>{file.name}</bdi>
            <Button variant="default" size="xs" onClick={() => setFile(undefined)}>
              {t('removeFile', { name: file.name })}
            </Button>
          </>
        ) : (
          <Button
            variant="default"
            size="xs"
            disabled={uploads.isBusy}
            onClick={() => input.current?.click()}
          >
            {uploads.isBusy ? t('uploading') : t('pick')}
          </Button>
        )}
      </div>
      {wasAsked && !file && (
        <p className={classes['bad']} role="alert">
          {t('fileMissing')}
        </p>
      )}
      {(isUnfit || hasFailed) && (
        <p className={classes['bad']} role="alert">
          {t(isUnfit ? 'fileUnfit' : 'fileFailed')}
        </p>
      )}
    </div>
  );
}
