/** Tries to make the assistant something else, or asks how to cheat. In plain small letters, in English. */
export function isMisuse(q: string): boolean {
  return (
    /\b(ignore|disregard|forget) (all|any|your|the|previous|prior)\b|\bsystem prompt\b|\bpretend\b|\bact as\b|\byou are now\b|\broot password\b|\badmin(istrator)?('s)? (password|login|account|access)\b|\bapi key\b|\bsecret key\b|\bsql\b|\bselect\b.{0,30}\bfrom\b|\bdrop table\b|\bdatabase\b|\b(repeat|print|reveal|output|show)\b.*\b(instructions|prompt|words above)\b|\b(developer|debug|admin|god|root|sudo) mode\b|\b(word for word|verbatim|(everything|text|lines?|words|said) above)\b|\bjailbreak\b|\bhack\b|\bbypass\b|\byour favou?rite\b/.test(
      q,
    ) || CHEATS.test(q)
  )
}

const CHEATS =
  /\b(how (do|can|could|would|should) (i|we|one|you)|how to|best way to|help me( to)?) (\w+ )?(roll(ing)? back|turn(ing)? back|fake|forge|counterfeit|steal|hot-?wire|launder|rig|bid up my( own)?|tamper with|wash (a|the|my) title|clean (a|the|my) (salvage )?title|hide (a|the|my) (salvage|lien|damage|accident|flood))\b/

const COMPLAINT =
  /\b(is|are|was|were|looks?|seems?) (\w+ )?(wrong|incorrect|false|fake|inaccurate|not right|off|lying|a lie|misleading)\b|\b(wrong|incorrect|false|fake) (\w+ )?(mileage|odometer|engine|year|model|trim|color|vin|title|photos?|transmission|miles|info\w*|description)\b|\boff by\b|\b(lies|lied|lying|typo|mislead\w*|hid|hides?|hiding)\b|\bnot (show|match|the same|true)\b/

/** What a lot says of itself is in doubt: our team has to know. */
export function isComplaint(q: string): boolean {
  return COMPLAINT.test(q) && !/\b(what|anything|something) (is )?wrong with\b/.test(q)
}

/** A bidder is reported, not asked for. */
export function isReport(q: string): boolean {
  return (
    /\b(report|reporting|suspect|suspicious|shill\w*|collu\w*|complain\w* about)\b/.test(q) &&
    !/\b(who|whose|name|email|phone|address|max(imum)?)\b/.test(q)
  )
}
