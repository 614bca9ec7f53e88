import { sizeText } from '@trunkline/contract/size-text';
import type { ChatUpload } from '../chat/state.ts';
import { removeFile, retryFile } from '../sending/uploads.ts';
import { useChat, useSession, useTexts } from '../ui/context.ts';
import { Icon } from '../ui/icon.tsx';

/** The files attached to the message being written. */
export function UploadTray() {
  const { uploads } = useChat();
  if (uploads.length === 0) return null;
  return (
    <ul class="tray">
      {uploads.map((upload) => (
        <Item key={upload.id} upload={upload} />
      ))}
    </ul>
  );
}

function Item({ upload }: { upload: ChatUpload }) {
  const session = useSession();
  const { settings, language } = useChat();
  const texts = useTexts();
  const { id, name, size, preview, progress, file, failure } = upload;
  const limit = sizeText(settings?.max_file_bytes ?? 0, language);
  const percent = Math.floor(progress * 100);
  return (
    <li class={failure ? 'tray-item bad' : 'tray-item'}>
      {preview ? <img src={preview} alt="" /> : <Icon name={failure ? 'alert' : 'file'} />}
      <span class="tray-words">
        <span class="file-name">{name}</span>
        <span class="file-size" role={failure ? 'alert' : undefined}>
          {failure === 'too_large' && texts.file.tooLarge(limit)}
          {failure === 'failed' && texts.file.failed}
          {!failure && (file ? sizeText(size, language) : texts.file.uploading(percent))}
        </span>
      </span>
      {failure === 'failed' && (
        <button
          type="button"
          class="tool small"
          aria-label={texts.file.retry(name)}
          title={texts.retry}
          onClick={() => retryFile(session, id)}
        >
          <Icon name="retry" size={16} />
        </button>
      )}
      <button
        type="button"
        class="tool small"
        aria-label={texts.file.remove(name)}
        title={texts.discard}
        onClick={() => removeFile(session, id)}
      >
        <Icon name="close" size={16} />
      </button>
      {!file && !failure && <progress aria-label={name} value={progress} max={1} />}
    </li>
  );
}
