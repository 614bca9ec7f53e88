-- Whoever sends a message leases it: until now by putting off its next attempt.
alter table messaging_outbox add column leased_until timestamptz(3);
comment on column messaging_outbox.leased_until is 'Until when nobody else takes it; null: nobody has it.';
comment on table messaging_outbox is 'Messages to send, written with the answer. Whoever sends one leases it meanwhile: after a crash it is due again when the lease is over.';
