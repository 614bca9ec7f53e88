alter table scheduled_replies add column cancelled_as text check (cancelled_as in ('queued', 'failed'));
comment on column scheduled_replies.cancelled_as is 'What it was when it was cancelled, and is again when that is undone.';
