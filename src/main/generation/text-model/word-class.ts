import { kindOf, type TokenKind } from './tokens.ts';

/**
 * The parts of speech of common English words whose endings do not show them. A word that is in no list and
 * has no recognisable ending counts as a noun.
 */

/** Function words: each is a class of its own, since grammar depends on them. */
const FUNCTION_WORDS = wordsOf(`the a an this that these those some any no each every all both half such what
  which who whom whose i me my mine myself you your yours he him his himself she her hers herself it its itself we us
  our ours they them their there here and or but nor so yet for of to in on at by with from into onto over under
  through across along around about above below behind beside between against before after until since without within
  upon toward towards beyond past near off out up down away back as if when while where because though although than
  then not never only even just still again too very more most less much many few little other another one be is am
  are was were been being has have had having do does did done will would can could may might must shall should don’t
  didn’t wasn’t couldn’t wouldn’t hadn’t isn’t it’s i’m you’ll that’s said asked like nothing something anything
  everything nobody somebody someone anyone everyone always now once ago enough either neither whether how why`);

/** Irregular past tenses. */
const PAST_TENSES = wordsOf(`went came stood sat took held kept left felt found knew saw heard told thought
  made gave got began ran fell lay rose drew grew blew threw flew broke spoke woke wore bore tore swore chose froze
  drove rode wrote shook brought bought caught taught fought sought built sent spent lent bent lost met led fed read
  set put let cut shut hit hung swung rang sang sank drank swam spun won dug stuck struck slid hid lit bit ate forgot
  understood became slept swept crept wept paid laid meant dealt burnt shone bound wound undid ought used seemed`);

const PARTICIPLES = wordsOf(`gone seen taken given eaten fallen known written spoken drunk drawn begun broken
  torn worn born grown thrown chosen forgotten hidden driven risen shaken stolen sworn woken frozen sung sunk rung run`);

const BASE_VERBS = wordsOf(`be go come see look take give get make say tell ask think know want need feel hear
  find keep let put sit stand walk run turn leave begin stop wait bring hold open close speak talk listen watch write
  read sleep wake eat drink call try help move carry catch climb count cover cross draw expect fetch forget guess hang
  hurry jump knock laugh learn lean like live lose love meet mend miss pass plant play pull push reach remember rest
  return ring row sell send shout show sing smile smell stay swim teach touch understand wash whistle win wonder work
  judge prune strike suspect mind believe become break build buy choose cut die drive fall fight fly grow hide hope
  hurt kill lift mean pay raise save seem set shake share shut sink spend steal swear tear thank throw win`);

const ADJECTIVES = wordsOf(`able alive alone asleep awake bad barefoot beautiful better big black blind blue
  bright broad brown careful certain cheap clean clear clever cold cool copper damp dark dead deaf dear deep deeper
  different dry dull dumb early empty every faint fair far fine first flat foolish foreign free fresh full glad good
  grand gray great green grey happy hard heavy high higher hollow hot huge important kind large last late later lazy
  light long longer loose loud low lower lucky mad mere mild narrow near nearer new next nice old older open ordinary
  own pale particular plain pleasant polite poor proud quick quiet rare raw ready real reasonable red rich right rough
  round sad safe same second serious sharp short shy sick silent silver simple single slight slow small smaller smooth
  soft sorry sour square steady steep still stiff straight strange strong sudden sure sweet tall thick thin third tin
  tired torn true ugly unkind upper upright useless usual warm weak wet white whole wide wild wise wooden wrong yellow
  young younger eldest elder drowned bent cracked wounded painted marbled shaded`);

const ADVERBS = wordsOf(`already almost also apart aside backwards forward forwards afterwards downstairs
  upstairs downhill else elsewhere ever far forth further halfway hardly home however indeed instead meanwhile
  nearly nowhere often outside inside perhaps quite rather sideways slowly sometimes somewhere soon straight suddenly
  together today tomorrow tonight twice well yesterday yes no oh hello please`);

const NUMBERS = wordsOf(`two three four five six seven eight nine ten eleven twelve nineteen twenty thirty
  forty fifty hundred thousand several`);

/** Short words that a sample may lack: without them “the cat” could be taken for an unfinished “the cattle”. */
const SHORT_NOUNS =
  wordsOf(`act age aim air ant ape arch arm army art ash axe baby back bag ball band bank bar bat
  bath bay bead beak beam bean bear bed bee beer bell belt bird bite block blood boat body bone book boot box boy brain
  bread brick bride bud bug bull bus bush cab cafe cake calf camp can cap cape car card care cart case cash cat cave cell
  chair chin city clan claw clay club coal coat code cod coin cold cook cord corn cost cow crab cream crew crow cry cup
  curb curl cut dad dart dawn day deal deed deer den desk dew diet dirt dish ditch dock dog doll dome door dot doubt dove
  drum duck duke dusk dust duty ear earth east egg elm end eve eye face fan farm fat fate fear feast fern few fig film
  fin fire fish fist flag flame flock flood floor flute fly foam fog folk food fool foot ford fork form fort fox frog
  frost fruit fur game gas gate ghost gift girl gold gown grain grape grave grin guard guest gull gum gun guy hall ham
  hand hare harp hat hawk hay head heat heel hen herb herd hill hint hip hole home hood hook hope horn host hour hut ice
  inch ink inn iron isle ivy jam jar jaw jet job joke joy judge jug jury key kid king kite knee knife knight knot lad
  lake lamb lamp land lane lap law lawn lead leaf leg lid lie life limb line lion lip list loaf log lord loss lot love
  luck lung maid mail man map mark mask mast mat maze meal meat men milk mill mind mist mob moon moss moth mouse mouth
  mud mug mum nail name neck nest net news night noise noon north nose note nun nut oak oar oath oil owl ox pack page
  pail pain pan part pass paw pea peace peak pear pen pet pie pig pile pin pine pipe pit plan plot plum pond pool pope
  port pot prayer prey priest prince pub pup queen rag raid rail ram rank rat ray reed reef rib ride rim ring road robe
  rock rod role roof rope rose row rug rule rush rye sack sail saint sand sap saw sea seal seat seed sense shame shape
  shed sheep ship shoe shop shore silk sin sink site skin skull sky slave slope smile snake sock soil son song soul soup
  south sow spear spine spoon spot spy star steam stem stew stone storm sum sun swan sword tail tale tan tap tar task
  tax team tear thigh throne tide tie tile toe tomb ton tool top toy trap tray tribe trick trip trunk tub tube tune
  twin uncle urn van vase veil vein vest vine voice vote vow wage wall war wasp wave wax way web wedge weed west whale
  wheat whip widow wife wig wing wire wit wolf womb wool wrath yard year zoo`);

/** Returns true if a word is in the lists. */
export function isCommonWord(word: string): boolean {
  return COMMON.has(word);
}

const COMMON: ReadonlySet<string> = new Set(
  [FUNCTION_WORDS, PAST_TENSES, PARTICIPLES, BASE_VERBS, ADJECTIVES, ADVERBS, NUMBERS, SHORT_NOUNS].flat(),
);

function wordsOf(list: string): readonly string[] {
  return [...new Set(list.split(/\s+/))];
}

const KIND_CLASSES: readonly TokenKind[] = [
  'glyph',
  'terminal',
  'pause',
  'open',
  'close',
  'break',
  'dash',
  'capital',
  'name',
  'symbol',
];
const PARTS_OF_SPEECH = [
  'noun',
  'plural',
  'proper',
  'adjective',
  'past',
  'participle',
  'base',
  'ing',
  'adverb',
  'number',
] as const;
type PartOfSpeech = (typeof PARTS_OF_SPEECH)[number];

const NAMES: readonly string[] = [
  ...KIND_CLASSES,
  ...PARTS_OF_SPEECH,
  ...FUNCTION_WORDS.map((word) => `=${word}`),
];
const IDS: ReadonlyMap<string, number> = new Map(NAMES.map((name, id) => [name, id]));

/** The number of classes; their ids start at 0. */
export const CLASS_COUNT = NAMES.length;

const LISTED: ReadonlyMap<string, PartOfSpeech> = new Map<string, PartOfSpeech>([
  ...ADVERBS.map((word) => [word, 'adverb'] as const),
  ...BASE_VERBS.map((word) => [word, 'base'] as const),
  ...ADJECTIVES.map((word) => [word, 'adjective'] as const),
  ...PARTICIPLES.map((word) => [word, 'participle'] as const),
  ...PAST_TENSES.map((word) => [word, 'past'] as const),
  ...NUMBERS.map((word) => [word, 'number'] as const),
]);

function partOfSpeech(word: string): PartOfSpeech {
  const listed = LISTED.get(word);
  if (listed !== undefined) return listed;
  if (/^\p{N}/u.test(word)) return 'number';
  if (/^\p{Lu}/u.test(word)) return 'proper';
  if (/..ed$/.test(word)) return 'past';
  if (/...ing$/.test(word)) return 'ing';
  if (/...ly$/.test(word)) return 'adverb';
  return /..[^s]s$/.test(word) ? 'plural' : 'noun';
}

function idOf(name: string): number {
  return IDS.get(name) ?? 0;
}

/**
 * The grammatical class of a token: marks by their kind, function words each by itself, all others by their
 * part of speech.
 */
export function classOf(token: string): number {
  const kind = kindOf(token);
  if (kind !== 'word') return idOf(kind);
  return IDS.get(`=${token.toLowerCase()}`) ?? idOf(partOfSpeech(token));
}

const CONTENT: ReadonlySet<number> = new Set(
  (['noun', 'plural', 'adjective', 'past', 'base', 'ing'] as const).map((part) => idOf(part)),
);

/** Returns true if words of a class indicate a text's subject. */
export function isContentClass(id: number): boolean {
  return CONTENT.has(id);
}
