-- An answer that did not go out is none: whoever waits for it waits on.
create table lost_answers (
  message_id bigint primary key,
  ticket_id bigint not null references tickets on delete cascade,
  created_at timestamptz(3) not null,
  answered_at timestamptz(3)
);
create index lost_answers_ticket on lost_answers (ticket_id);
comment on table lost_answers is 'Answers that failed for good. They count from when they went out after all.';
comment on column lost_answers.created_at is 'Of the message.';
comment on column lost_answers.answered_at is 'When it was sent again and went out; null: it has not.';
