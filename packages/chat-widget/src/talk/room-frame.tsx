import type { VisitorCall } from '@trunkline/contract';
import { useEffect, useState } from 'preact/hooks';
import type { PartProps } from '../call/part-props.ts';
import { exchangeToken } from './meeting.ts';

/** Everything that a page for calls needs, except navigating the page around it. */
const MAY = 'allow-scripts allow-same-origin allow-forms allow-popups allow-modals allow-downloads';

type Props = {
  call: VisitorCall & { token: string };
  control: PartProps['control'];
  texts: PartProps['texts'];
};

/** The room of a call on another platform, in a frame. Shown once somebody has answered, so that the visitor does not wait in it alone. */
export function RoomFrame({ call, control, texts }: Props) {
  // Each fetch of the call brings a new token, but the frame that is shown must not be reloaded.
  const [entrance] = useState(() => ({ url: call.url, token: call.token, fail: control.fail }));
  const [address, setAddress] = useState<string | null>(null);
  useEffect(() => {
    let isGone = false;
    exchangeToken(entrance).then(
      ({ url }) => !isGone && setAddress(url),
      () => !isGone && entrance.fail(),
    );
    return () => {
      isGone = true;
    };
  }, [entrance]);
  if (address === null) return <div class="call-stage" />;
  return (
    // oxlint-disable-next-line react/iframe-missing-sandbox -- another origin's page, so its scripts do not reach ours
    <iframe
      class="call-frame"
      title={texts.room}
      src={address}
      allow="camera; microphone; picture-in-picture"
      sandbox={MAY}
    />
  );
}
