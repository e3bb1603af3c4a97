-- When the person of a session last proved with it who they are: at the log-in, or by giving code or password again. Sessions from before
-- have proven nothing lately.
alter table session add column confirmed_at timestamptz;
