/**
 * Long passwords that attackers try first. Shorter common ones cannot be chosen at all (the minimum is twelve characters), but appear
 * padded with digits or doubled, so their stems are listed here and {@link isCommonPassword} undoes the padding.
 */
const STEMS = new Set(
  `password passwort motdepasse contrasena wachtwoord haslo senha parola sifre salasana losenord kennwort geheim passe
   passw0rd p4ssw0rd pa55word pa55w0rd passphrase mypassword thepassword newpassword oldpassword yourpassword password1
   thisisapassword thisismypassword thisismypass nopassword defaultpassword userpassword masterpassword
   letmein letmeinnow letmeinplease openup opensesame changeme changemenow changeit pleasechange temporary temppass welcome
   welcomeback welcomehome hello hellothere helloworld goodmorning goodbye admin administrator adminadmin root rootroot toor
   superuser sysadmin system manager guest user username testuser test testing tester testtest demo default login signin
   secret secrets topsecret secure security private access account internet computer laptop windows microsoft google
   facebook instagram twitter youtube amazon netflix spotify samsung android iphone nokia dell toshiba
   qwerty qwertz azerty qwertyui qwertyuiop qwertyuiopasdf qwertyuiopasdfghjkl qwertyuiopasdfghjklzxcvbnm qwertyqwerty
   asdf asdfgh asdfghjk asdfghjkl asdfghjklqwe asdfasdf asdfqwer zxcv zxcvbn zxcvbnm zxcvbnmasdfgh qwerasdf qwerasdfzxcv
   qazwsx qazwsxedc qazwsxedcrfv qazwsxedcrfvtgb 1qaz2wsx 1qaz2wsx3edc 1qaz2wsx3edc4rfv zaq1 zaq12wsx zaq1xsw2 zaq1zaq1
   1q2w3e 1q2w3e4r 1q2w3e4r5t 1q2w3e4r5t6y 1q2w3e4r5t6y7u 1q2w3e4r5t6y7u8i q1w2e3 q1w2e3r4 q1w2e3r4t5 q1w2e3r4t5y6 a1b2c3
   a1b2c3d4 a1b2c3d4e5 a1b2c3d4e5f6 abc abcd abcde abcdef abcdefg abcdefgh abcdefghi abcdefghij abcdefghijk abcdefghijkl
   abcdefghijklm abcdefghijklmn abcdefghijklmnop abcdefghijklmnopqrstuvwxyz abc123 abcabc abcdabcd aabbcc aabbccdd
   iloveyou iloveyoutoo iloveyousomuch iloveyouforever iloveme ilovehim iloveher ilovejesus ilovegod ilovemymom ilovemyfamily
   loveyou lovelove lover lovely loveme mylove truelove forever foreverlove sweetheart sweetie darling honey babygirl babyboy
   baby princess prince queen king angel angels heaven jesus jesuschrist christ blessed blessing faith hope god godisgood
   godislove family mother father mommy daddy brother sister friend friends friendship bestfriend bestfriends together
   sunshine sunflower rainbow summer winter spring autumn january february march april june july august september october
   november december monday tuesday wednesday thursday friday saturday sunday football baseball basketball soccer hockey golf
   tennis cricket rugby liverpool liverpoolfc arsenal chelsea manchester manchesterunited manunited barcelona realmadrid
   juventus bayern cowboys steelers yankees lakers eagles superman batman spiderman ironman wolverine pokemon pikachu naruto
   dragon dragonball starwars startrek harrypotter gandalf hobbit matrix terminator minecraft fortnite roblox playstation
   nintendo xbox mario zelda monkey tiger lion panther wolf bear eagle falcon phoenix dolphin butterfly flower flowers purple
   orange yellow green black white silver golden diamond crystal chocolate cookie cookies cupcake cheese pepper ginger
   banana apple cherry peaches strawberry pumpkin coffee whiskey michael michelle jennifer jessica ashley amanda daniel david
   joshua jordan andrew anthony matthew nicholas robert william charles charlie thomas george james richard patrick alexander
   alexandra elizabeth victoria samantha stephanie christopher christian christina sebastian maria mustang camaro corvette
   ferrari porsche mercedes mercedesbenz bmw audi toyota honda nissan yamaha kawasaki harley harleydavidson suzuki chevrolet
   cadillac lamborghini ford fordmustang jeepwrangler volkswagen auction auctions auctionhouse carauction paddock vehicle
   trustno1 whatever nothing something fuckyou fuckoff asshole killer hunter ranger soldier warrior master shadow maverick
   freedom liberty america usa england london paris berlin madrid newyork california texas florida correcthorsebatterystaple
   maythefourcebewithyou maytheforcebewithyou tobeornottobe onceuponatime supercalifragilistic donttreadonme
   livelaughlove onedaymore neverforget nevergiveup rockandroll rocknroll heavymetal music guitar money moneymoney lucky
   lucky7 jackpot blink182 metallica nirvana slipknot linkinpark onedirection justinbieber`
    .split(/\s+/)
    .filter((word) => word !== ''),
)

/** Walks over the keyboard and the number row, in both directions. */
const ROWS = [
  '012345678901234567890123456789',
  'abcdefghijklmnopqrstuvwxyz',
  'qwertyuiop',
  'qwertzuiop',
  'asdfghjkl',
  'zxcvbnm',
]

const UNDISGUISED: Record<string, string> = {
  '0': 'o',
  '1': 'i',
  '3': 'e',
  '4': 'a',
  '5': 's',
  '7': 't',
  '@': 'a',
  $: 's',
  '!': 'i',
}

/**
 * Whether a password is among the first that attackers try: a common one, even if doubled, padded with digits, spelled with digits for
 * letters or split by spaces and signs; a row of keys; a few characters repeated; or little more than the person's `own` words (address,
 * name, company).
 */
export function isCommonPassword(password: string, own: readonly string[] = []): boolean {
  const plain = password.toLowerCase().replaceAll(/[\s\p{P}\p{S}]/gu, '')
  const spelled = [...password.toLowerCase()].map((sign) => UNDISGUISED[sign] ?? sign).join('')
  if (new Set(plain).size <= 4) return true
  const words = new Set(own.flatMap(partsOf))
  return [plain, spelled.replaceAll(/[^\p{L}\p{N}]/gu, '')].some(
    (text) => isRow(text) || candidates(text).some((part) => STEMS.has(part) || words.has(part) || isRow(part)),
  )
}

/** The text itself, without digits around it, and what it repeats. */
function candidates(text: string): string[] {
  const bare = text.replaceAll(/^\d+|\d+$/g, '')
  return [text, bare].flatMap((one) => [one, repeated(one)])
}

function repeated(text: string): string {
  for (let length = 3; length <= text.length / 2; length++) {
    const part = text.slice(0, length)
    if (text.length % length === 0 && part.repeat(text.length / length) === text) return part
  }
  return text
}

function isRow(text: string): boolean {
  if (text.length < 5) return false
  return ROWS.some((row) => row.includes(text) || [...row].toReversed().join('').includes(text))
}

/** Words of an email or a name that are long enough to be the main part of a password. */
function partsOf(text: string): string[] {
  const plain = text.toLowerCase()
  return [plain.replaceAll(/[^\p{L}\p{N}]/gu, ''), ...plain.split(/[^\p{L}\p{N}]+/u)].filter((part) => part.length >= 4)
}
