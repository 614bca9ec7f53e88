import type {
  AFTER_CALL_OUTCOMES,
  CALL_BACK_REASONS,
  CALL_ENDS,
  CallBackState,
  CallKind,
  CallPlatform,
  CallRecording,
  EscortMode,
  EscortOutcome,
  EscortState,
  InvitationOutcome,
  InvitationPurpose,
  MediaId,
  RecordingPart,
} from '@trunkline/contract';
import type { JSONColumnType } from 'kysely';
import '#platform/tables';
import type { CallRole } from './lifecycle/roles.ts';

declare module '#platform/tables' {
  interface Tables {
    calls: {
      id: Auto<number>;
      media_id: MediaId;
      direction: 'inbound' | 'outbound';
      state: 'ivr' | 'queue' | 'ringing' | 'connected' | 'ended';
      user_id: number | null;
      customer_id: number | null;
      ticket_id: number | null;
      origin_ticket_id: number | null;
      started_at: AutoTime;
      answered_at: Time | null;
      ended_at: Time | null;
      kind: CallKind | null;
      platform: Auto<CallPlatform>;
      seen_at: Time | null;
      room_name: string | null;
      conversation_id: number | null;
      visitor_id: number | null;
      client_key: string | null;
      end_reason: (typeof CALL_ENDS)[number] | null;
      rating: number | null;
      rating_comment: Auto<string>;
      rated_at: Time | null;
      recording_paused: Auto<boolean>;
      held_at: Time | null;
      recording_held: Auto<boolean>;
      moved_to: number | null;
      moved_by: number | null;
      moved_note: Auto<string>;
    };
    call_agents: {
      id: Auto<number>;
      call_id: number;
      user_id: number;
      since: Time;
      left_at: Time | null;
    };
    call_invitations: {
      id: Auto<number>;
      call_id: number;
      invited_by: number;
      user_id: number;
      purpose: InvitationPurpose;
      stays: boolean;
      note: string;
      client_key: string;
      state: 'ringing' | InvitationOutcome;
      created_at: Time;
      expires_at: Time;
      ended_at: Time | null;
    };
    call_recordings: {
      id: Auto<number>;
      call_id: number;
      egress_id: string;
      kind: Auto<CallRecording['kind']>;
      state: 'recording' | 'finishing' | 'ready' | 'failed' | 'deleted';
      started_at: Time;
      ended_at: Time | null;
      parts: JSONColumnType<(RecordingPart & { file: string })[]>;
      kept_by: number | null;
      deleted_at: Time | null;
      deleted_after_days: number | null;
    };
    phone_after_calls: {
      call_id: number;
      user_id: number;
      began_at: Time | null;
      ends_at: Time;
      outcome: (typeof AFTER_CALL_OUTCOMES)[number] | null;
      notes: Auto<string>;
      finished_at: Time | null;
    };
    call_backs: {
      id: Auto<number>;
      ticket_id: number;
      origin_ticket_id: number | null;
      visitor_id: number | null;
      channel_account_id: number;
      client_key: string;
      kind: CallKind;
      phone: Auto<string>;
      email: Auto<string>;
      is_telephone: Auto<boolean>;
      calls: Auto<number>;
      due_at: Time;
      next_at: Time | null;
      state: CallBackState;
      attempts: Auto<number>;
      reason: (typeof CALL_BACK_REASONS)[number] | null;
      call_id: number | null;
      rung_at: Time | null;
      user_id: number | null;
      created_at: AutoTime;
      ended_at: Time | null;
    };
    call_escorts: {
      id: Auto<number>;
      call_id: number;
      user_id: number;
      client_key: string;
      name: string | null;
      session_id: number | null;
      mode: EscortMode;
      state: EscortState;
      outcome: EscortOutcome | null;
      began_at: Time;
      ended_at: Time | null;
    };
    call_people: {
      id: Auto<number>;
      call_id: number;
      identity: string;
      role: CallRole;
      user_id: number | null;
      name: string;
      joined_at: AutoTime;
      left_at: Time | null;
    };
  }
}
