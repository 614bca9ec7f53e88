import { lazyPart } from '#shared/loading/lazy-part.ts';
import { ApiError, call } from '#shared/api/call.ts';
import { useFormDraft } from '#shared/forms/use-form-draft.ts';
import { fromZoned, toZoned } from '#shared/fields/zoned-time.ts';
import { Drawer } from '#shared/ui/dialogs/drawer.tsx';
import { Notice } from '#shared/ui/states/notice.tsx';
import { toast } from '#shared/ui/states/toast.ts';
import { Skeletons } from '#shared/ui/states/skeletons.tsx';
import { Button, Checkbox, Input, Select, Switch, TextInput } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import {
  createInformation,
  invalidDetails,
  LIMITS,
  removeInformation,
  updateInformation,
  type InformationPost,
  type Reference,
} from '@trunkline/contract';
import { Suspense, useId, useState, type FormEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { boardChanged } from './api.ts';
import { FilesField } from './files-field.tsx';
import { bodyOf, formOf, problemsOf, type PostField, type PostForm } from './post-form.ts';
import classes from './information.module.css';

// Loaded lazily: the editor is as large as the rest of the page, and only authors need it.
const PostEditor = lazyPart(() => import('./post-editor.tsx'));

const ZONED = { toZoned, fromZoned };

type Props = {
  /** Null for a new post. */
  post: InformationPost | null;
  categories: Reference['information_categories'];
  onClose: () => void;
};

/** The form to write or change a post. What is typed survives closing. */
export function PostDrawer({ post, categories, onClose }: Props) {
  const { t } = useTranslation('information');
  const id = useId();
  const draft = useFormDraft(
    `information-post ${post ? `${post.id} ${post.version}` : 'new'}`,
    formOf(post, ZONED),
  );
  const [readAgain, setReadAgain] = useState(false);
  const [isTried, setTried] = useState(false);
  const [isRemoving, setRemoving] = useState(false);
  const form = draft.value;
  const problems = problemsOf(form);
  const done = (words: string) => {
    draft.discard();
    toast(words);
    void boardChanged();
    onClose();
  };
  const save = useMutation({
    mutationFn: async () => {
      const body = bodyOf(form, ZONED);
      if (!post) return call(createInformation, { body });
      const change = { ...body, version: post.version, read_again: readAgain };
      return call(updateInformation, { params: { id: post.id }, body: change });
    },
    onSuccess: () => done(t(post ? 'saved' : 'published')),
  });
  const remove = useMutation({
    mutationFn: () => call(removeInformation, { params: { id: post?.id ?? 0 } }),
    onSuccess: () => done(t('deleted')),
  });
  function handleSubmit(event: FormEvent): void {
    event.preventDefault();
    setTried(true);
    if (problems.size === 0 && !save.isPending) save.mutate();
  }
  const failure = save.error ?? remove.error;
  return (
    <Drawer
      opened
      onClose={onClose}
      title={post ? post.title : t('new')}
      width={560}
      footer={
        <>
          {post && (
            <Button
              variant="subtle"
              color="red"
              loading={remove.isPending}
              onClick={() => (isRemoving ? remove.mutate() : setRemoving(true))}
            >
              {t(isRemoving ? 'delete-sure' : 'delete')}
            </Button>
          )}
          <Button variant="default" onClick={onClose}>
            {t('close')}
          </Button>
          <Button type="submit" form={id} loading={save.isPending}>
            {t(post ? 'save' : 'publish')}
          </Button>
        </>
      }
    >
      <form id={id} className={classes['form']} onSubmit={handleSubmit} noValidate>
        {failure && <Notice kind="failed">{t(failureKey(failure))}</Notice>}
        <Fields
          form={form}
          wrong={isTried ? problems : new Set()}
          categories={categories}
          onChange={(patch) => draft.set({ ...form, ...patch })}
        />
        {post?.must_read && form.must_read && (
          <Checkbox
            label={t('field.read-again')}
            description={t('hint.read-again')}
            checked={readAgain}
            onChange={(event) => setReadAgain(event.currentTarget.checked)}
          />
        )}
      </form>
    </Drawer>
  );
}

function failureKey(failure: Error): 'stale' | 'files.expired' | 'failed' {
  if (!(failure instanceof ApiError)) return 'failed';
  if (failure.code === 'stale') return 'stale';
  const wrong = invalidDetails.safeParse(failure.details).data ?? [];
  return wrong.some(({ path }) => path === 'file_ids') ? 'files.expired' : 'failed';
}

type FieldsProps = {
  form: PostForm;
  wrong: ReadonlySet<PostField>;
  categories: Reference['information_categories'];
  onChange: (patch: Partial<PostForm>) => void;
};

function Fields({ form, wrong, categories, onChange }: FieldsProps) {
  const { t } = useTranslation('information');
  const offered = categories.filter((each) => each.is_active || String(each.id) === form.category);
  return (
    <>
      <TextInput
        label={t('field.title')}
        value={form.title}
        maxLength={LIMITS.subject}
        error={wrong.has('title') && t('required')}
        data-autofocus
        onChange={(event) => onChange({ title: event.currentTarget.value })}
      />
      <Select
        label={t('category')}
        placeholder={t('choose')}
        nothingFoundMessage={t('no-categories')}
        value={form.category || null}
        data={offered.map(({ id, name }) => ({ value: String(id), label: name }))}
        error={wrong.has('category') && t('required')}
        onChange={(category) => onChange({ category: category ?? '' })}
      />
      <Input.Wrapper label={t('field.body')} labelElement="div" error={wrong.has('body') && t('required')}>
        <Suspense fallback={<Skeletons rows={1} height={180} />}>
          <PostEditor
            label={t('field.body')}
            html={form.html}
            isWrong={wrong.has('body')}
            onChange={({ html, text }) => onChange({ html, body: text })}
          />
        </Suspense>
      </Input.Wrapper>
      <FilesField
        files={form.files}
        onAdd={(added) => onChange({ files: [...form.files, ...added] })}
        onRemove={(id) => onChange({ files: form.files.filter((file) => file.id !== id) })}
      />
      <Switch
        label={t('must-read')}
        description={t('hint.must-read')}
        checked={form.must_read}
        onChange={(event) => onChange({ must_read: event.currentTarget.checked })}
      />
      <div className={classes['pair']}>
        <TextInput
          type="datetime-local"
          label={t('field.starts')}
          description={t('hint.starts')}
          value={form.starts}
          onChange={(event) => onChange({ starts: event.currentTarget.value })}
        />
        <TextInput
          type="datetime-local"
          label={t('field.ends')}
          description={t('hint.ends')}
          value={form.ends}
          error={wrong.has('ends') && t('ends-wrong')}
          onChange={(event) => onChange({ ends: event.currentTarget.value })}
        />
      </div>
    </>
  );
}
