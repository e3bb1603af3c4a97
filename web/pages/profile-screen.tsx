import { Profile } from '#web/accounts/profile/profile.tsx'
import { SavedSearches } from '#web/catalogue/saved-searches.tsx'
import { NotificationChoices } from '#web/notifications/notification-choices.tsx'

/** `/profile`: the account's own parts, and those that later rooms add. */
export default function ProfileScreen() {
  return (
    <Profile
      more={[
        { id: 'saved-searches', name: 'Saved searches', content: <SavedSearches /> },
        { id: 'notifications', name: 'Notifications', content: <NotificationChoices /> },
      ]}
    />
  )
}
