import type { FloorChanges } from '@trunkline/contract';
import { useEffect, useState } from 'react';
import { realtime, useConnection } from '#shared/api/realtime.ts';
import { useTopic } from '#shared/api/use-topic.ts';
import { useNow } from '#shared/lib/use-now.ts';
import { boardOf, continuesBoard, isOutdated, withChanges, type Board } from './board.ts';

export type LiveFloor = { board: Board; isOld: boolean };

/** The live board: the whole of it after connecting, then its changes. Undefined until it has arrived. */
export function useFloor(): LiveFloor | undefined {
  useTopic('floor');
  const [board, setBoard] = useState<Board>();
  useEffect(() => {
    const applyChanges = (told: FloorChanges) =>
      setBoard((known) => {
        if (!known) return known;
        if (continuesBoard(known, told)) return withChanges(known, told, Date.now());
        // A version is missing in between, so the whole board is requested.
        queueMicrotask(refetch);
        return known;
      });
    const unlisten = [
      realtime.on('floor-state', (state) => setBoard(boardOf(state, Date.now()))),
      realtime.on('floor-changes', applyChanges),
    ];
    return () => unlisten.forEach((stop) => stop());
  }, []);
  const isConnected = useConnection() === 'online';
  const now = useNow();
  return board && { board, isOld: !isConnected || isOutdated(board, now) };
}

let asked = 0;

/** Watching again has the server send the whole board; limited, because more changes may arrive meanwhile. */
function refetch(): void {
  if (Date.now() - asked < 2000) return;
  asked = Date.now();
  realtime.request('watch', { topic: 'floor' }).catch(() => undefined);
}
