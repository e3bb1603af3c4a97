/**
 * Words of any subject: one that is in no passage weighs as little as a stop word, while any other word in no passage may be what the
 * question is about.
 */
export const GENERAL_WORDS =
  `absolutely across afraid afternoon ago ah ain aint almost alone along alright although altogether amazing among angry annoy anybody
  anyhow anytime anywhere apart apparent appear aside assume awesome awful aye babe back barely basically bc bcuz beat became began
  begin begun behind belief better beyond bit blah bother bothered bring bringing brought bud buddy bunch busy careful catch caught
  certain chance cheers clear close clueless complete complicated confuse consider constantly cool cos couple course coz crazy cus
  dang darn dear decent decide definitely desperate despite difficult doubt dozen dreadful dudes dumb dunno during eager earth easily
  easy eh eight eighth eleven entire especially essentially eventually everywhere evidently except excited extra extremely fairly fam
  fast fella felt few fifth finally five folks forever forth forward four fourth frankly freak frustrated fully funny fyi gal gave
  generally gentleman gosh gotcha grab grand guessing haha hang happy hard hate heck hence hm hmm honest hook hop hopefully horrible
  however hubby huge huh hundred hurry idea imagine imho immediately imo impossible indeed insane insist instantly kidding lad least
  less likely literally little loads lots lotta loud love lovely luck ma maam mad madam mainly makes mama manage mate mates mess messy
  min moment morning nab nah nail naturally neat necessarily neither nervous ngl nice nicely night nine nobody none noon nope nor note
  notice nowhere obvious obviously occasionally odd oddly often oh ooh oops otherwise ouch ought overall pal papa particular perfect
  perhaps plain plenty pop possibly precisely prefer presumably pretty previously probably proper properly pull punch purely push
  quick quietly rarely realize reason recently regardless regular remember respectively ridiculous sake saw scared seemingly seen
  separate serious seriously seven several shoulda silly simple sir situation six slightly slowly smart smh snag somewhat somewhere
  soo sooner sorry sorta specific specifically strange strictly stuck stupid sucks sudden suppose supposedly surely surprised swear
  sweet swing swung ten tend terrible terribly tho though thought thousand three throughout throw thrown thus tiny tired ton took toss
  total touch toward truly twelve two ugh uh um umm unfortunately unless unlike unsure upon upset useful useless utterly via wanna
  weird well whatcha whatever whatsoever whenever whereas wherever whom whose wifey wise wonderful worried worst woulda wow wrong wth
  ya yay yeah yep yes yesterday yo yup`.split(/\s+/)
