-- What bidders were told of a correction is history. Only invented vehicles of the demo go, and their corrections with them.
alter table vehicle_correction drop constraint vehicle_correction_actor_id_fkey;
create trigger history_stays before update or delete or truncate on vehicle_correction
  for each statement execute function keep_history('demo');
