import { Profile } from '#web/accounts/profile.tsx'
import { NotificationChoices } from '#web/notifications/notification-choices.tsx'

/** `/profile`: the account's own parts, and those that later rooms add. */
export default function ProfileScreen() {
  return <Profile more={[{ id: 'notifications', name: 'Notifications', content: <NotificationChoices /> }]} />
}
