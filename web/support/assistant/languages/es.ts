import { groupsOf, isName, type Vocabulary } from '../words.ts'

/** Words that say nothing about the subject of a question. Without accents, as all words here. */
const STOP_WORDS = new Set(
  `a al algo alguien algun alguna algunas alguno algunos ante antes aqui asi aun aunque cada como con cual cuales cualquier cuando cuanta cuantas cuanto cuantos de del
  desde donde dos e el ella ellas ellos en entonces entre era eres es esa esas ese eso esos esta estas este esto estos fue ha hace hacer hacen haces hago han has hasta hay he hola
  la las le les lo los luego mas me mi mia mias mio mios mis misma mismo mucho muy nada ni no nos nosotros o otra otras otro otros para pero pues poco por porque
  puede pueden puedo pueda podria que quien quienes se sea ser si sido sin sobre solo son soy su sus tal tambien tan te tener tengo tenga tiene tienen ti toda todas todo todos tu tus un una
  unas uno unos usted ustedes va van ver voy y ya yo favor gracias saber quiero quisiera necesito debo debe hacerlo pasa pasar pasara cosa cosas sitio pagina paddock sirve funciona hoy manana ayer fin semana finde lunes martes miercoles jueves viernes sabado domingo`.split(
    /\s+/,
  ),
)

/** Words of any subject, as `../general-words.ts`. */
const GENERAL_WORDS =
  `abajo acabo acaso adelante afuera ahi aja alguien algun anda andale ando animo anoche anteayer aparte apenas arriba asi asunto atras
  aun aunque ayer barbaridad bastante bien buena bueno caray casi cierto claro cosa cosas creo cualquier cualquiera dado
  dale debido demas demasiado dentro desgracia desgraciadamente despacio detras diablos dificil dios duda echar entender entonces especie
  estupido exactamente exacto facil fatal feliz finalmente fue fui genial gente gracias gran grande guey hacia harto hombre imposible
  incluso increible jaja jamas juntos lejos lento loco locura luego mal mala maldito mama manera medio mejor mero mientras mil
  misma mismo modo momento mundo nada nadie neta ni ningun ninguna noche nomas normal nunca obvio ocho ojala onda oye papa parece
  pensar pense peor pero pobre poco poder pronto propio pues puro quiza quizas rapido rato razon realmente repente resto rollo
  seis senor senora serio siempre siete simple simplemente siquiera suerte supongo supuesto tal tambien tampoco temprano terrible todavia
  tonto total totalmente tres tristeza unico vale vaya veces verdad vez vida vuelta vueltas wey ya`.split(/\s+/)

/** Groups of synonyms; each is one group of stems. */
const SYNONYMS: readonly string[][] = [
  // In no page: known, so that they aren’t taken for slips of other words.
  ['clima', 'lluvia', 'llover', 'nieve', 'temperatura', 'pronostico'],
  ['auto', 'carro', 'coche', 'vehiculo', 'camioneta', 'troca', 'camion', 'moto'],
  ['retirar', 'recoger', 'retiro', 'buscar'],
  ['prima', 'comision', 'porcentaje'],
  ['amigo', 'hermano', 'hermana', 'esposa', 'esposo', 'pariente', 'familia', 'hijo', 'hija'],
  ['cargo', 'cobrar', 'costo', 'precio', 'cuesta', 'tarifa', 'caro', 'barato', 'gasto'],
  ['pagar', 'pago', 'paga', 'abonar'],
  ['registrar', 'inscribir', 'registro', 'unirse', 'abrir'],
  ['membresia', 'miembro', 'cuota'],
  ['verificar', 'verificacion', 'identidad', 'identificacion', 'aprobar', 'aprobacion'],
  ['documento', 'pasaporte', 'licencia', 'papel'],
  ['maximo', 'automatica', 'tope'],
  ['segundo', 'minuto', 'momento'],
  ['extender', 'extension', 'extiende', 'prolongar'],
  ['cancelar', 'anular', 'deshacer', 'retractar', 'quitar'],
  ['reembolso', 'reembolsar', 'devolucion', 'devolver', 'devuelven'],
  ['enviar', 'envio', 'entrega', 'transporte', 'transportista', 'grua', 'flete'],
  ['contrasena', 'clave'],
  ['olvide', 'perdi', 'restablecer', 'recuperar'],
  ['eliminar', 'cerrar', 'borrar'],
  ['correo', 'email', 'mensaje'],
  ['telefono', 'llamar', 'movil', 'celular'],
  ['contacto', 'contactar', 'hablar', 'persona', 'ayuda', 'soporte', 'humano'],
  ['factura', 'recibo'],
  ['impuesto', 'iva'],
  ['tarjeta', 'credito', 'debito'],
  ['transferencia', 'banco'],
  ['deposito', 'anticipo', 'fianza', 'enganche'],
  ['empleado', 'personal', 'trabajador'],
  ['parecido', 'similar'],
  ['tarde', 'vencida', 'retraso', 'plazo', 'vence'],
  ['almacenamiento', 'almacenar', 'guardar', 'patio'],
  ['odometro', 'millaje', 'kilometraje', 'milla', 'kilometro'],
  ['titulo', 'salvamento', 'reconstruido', 'propiedad'],
  ['dano', 'defecto', 'abolladura', 'rayon', 'falla', 'problema', 'roto', 'oxido'],
  ['inspeccion', 'inspeccionar', 'revisar', 'estado', 'informe'],
  ['falso', 'trampa', 'fraude', 'estafa', 'confiar', 'honesto'],
  ['incremento', 'paso', 'minimo', 'subir'],
  ['superar', 'superado', 'ganarme'],
  ['empate', 'igual', 'mismo'],
  ['negociar', 'oferta', 'contraoferta', 'regatear'],
  ['conexion', 'internet', 'red', 'linea'],
  ['anonimo', 'nombre', 'paleta'],
  ['alerta', 'aviso', 'avisar', 'notificacion'],
  ['seguir', 'favorito', 'lista'],
  ['vender', 'consignar', 'vendedor', 'venta'],
  ['calendario', 'fecha', 'proxima', 'agenda'],
  ['garantia', 'devolver'],
  ['empresa', 'negocio', 'distribuidor', 'compania'],
  ['edad', 'mayor', 'anos'],
  ['pais', 'extranjero', 'mexico', 'canada', 'exportar'],
  ['2fa', 'autenticador', 'pasos', 'factor'],
  ['suspender', 'bloquear', 'suspendida', 'bloqueada', 'activa'],
  ['limite', 'maximo'],
  ['historial', 'vin', 'accidente', 'carfax', 'robado'],
  ['instalar', 'aplicacion', 'app', 'iphone', 'android', 'descargar'],
  ['foto', 'imagen'],
  ['puja', 'pujar', 'ofertar', 'apuesta'],
  ['datos', 'privacidad', 'personal', 'informacion'],
  ['cookie', 'rastreo'],
]

/** Phrases that count as one word. */
const PHRASES: readonly (readonly [RegExp, string])[] = [
  [/\bno (me deja|me permite|puedo) pujar\b/g, ' puja rechazada '],
  [/\bultim[oa]s? (segundo|minuto|momento)s?\b/g, ' segundo minuto '],
  [/\bcompra(r)? ya\b/g, ' compraya '],
  [/\biniciar sesion\b|\bentrar a mi cuenta\b/g, ' sesion '],
  [/\b(dos|2) pasos\b|\bdos factores\b/g, ' 2fa '],
  [/\bprueba de manejo\b|\bprobar(lo)?\b/g, ' probar manejo '],
  [/\ben persona\b/g, ' visita persona '],
  [/\bque tiempo (hace|hara|va a hacer)\b/g, ' clima '],
  [/\ba plazos\b/g, ' cuotas '],
  [/\bver (el |mi |un )?(coche|auto|carro|vehiculo)\b/g, ' visita auto '],
  [/\b(apple|google) ?pay\b/g, ' formas pago '],
  [/\b(subo|subir|aumento|aumentar) mi puja\b/g, ' hacer puja '],
  [/\bverific\w+ (el|un) (resultado|historial)\b/g, ' comprobar resultado '],
  [/\b(necesito|tener) (un )?seguro\b/g, ' aseguradora '],
  [/\bdonde (veo|encuentro|puedo ver|estan?)\b/g, ' '],
  [/\bcuanto mas\b/g, ' incremento '],
  [/\b(lo mismo|la misma cantidad|el mismo monto)\b/g, ' empate '],
  [/\bcomo (puedo |se )?(pago|pagar|paga)\b/g, ' formas pago '],
  [/\btarjeta de identidad\b/g, ' identidad documento '],
  [/\bcuanto (tarda|demora|dura)\b/g, ' tarda '],
]

function tokensOf(text: string): string[] {
  let plain = text.toLowerCase().normalize('NFKD').replaceAll(/\p{M}/gu, '')
  for (const [phrase, word] of PHRASES) plain = plain.replaceAll(phrase, word)
  return plain.match(/[a-z0-9]+/g) ?? []
}

/** Removes endings, so that forms of a word match. */
function stem(word: string): string {
  if (word.length <= 3) return word
  return word
    .replace(
      /(aciones|acion|iciones|icion|mente|amiento|imiento|ando|iendo|adas|ados|ada|ado|idas|idos|ida|ido|aron|ieron|aste|iste|aban|aba|aran|ara)$/,
      '',
    )
    .replace(/(arlo|erlo|irlo|arla|irla|arme|irme|arte|irse|arse|ar|er|ir|an|en|as|es|os|o|a|e|s)$/, '')
}

const groups = groupsOf(SYNONYMS, stem)

/** The first word of a question. */
const START =
  '(?:c[oó]mo|qu[eé]|cu[aá](?:ndo|nt[oa]s?|l(?:es)?)|d[oó]nde|qui[eé]n|por|puedo|puede|pueden|se|hay|tengo|debo|es|son|aceptan|hasta)'

export const vocabulary: Vocabulary = {
  writtenOut: (question) => question.toLowerCase().replaceAll('¿', ''),
  between: new RegExp(
    `[^:.!?;]{1,40}:\\s+(?=${START}(?!\\p{L}))|(?<=\\?)\\s*|;\\s*|[.!]+\\s+|,?\\s+(?:y|e|además|también)\\s+(?=${START}(?!\\p{L}))`,
    'u',
  ),
  refersBack: /\b(eso|esto)\b|[aei]rl[oa]s?\b/,
  asks: new RegExp(
    `\\?$|^(?:(?:so|and|also|but|ok|hi|y|und|aber|pero),? )*${START}(?!\\p{L})|\\b(saber|pregunto|preguntar|decirme|dime|entiendo) (si|que|qu[eé]|c[oó]mo|cu[aá]\\w+|d[oó]nde|sobre)(?!\\p{L})`,
    'u',
  ),
  // Someone who doesn’t pay asks what follows, not how to pay.
  spelledOut: (question) =>
    question.toLowerCase().replaceAll(/\bno (pagar|pago|pagas|pude pagar|puedo pagar)\b/g, 'vencida'),
  tokensOf,
  stemOf: (word) =>
    STOP_WORDS.has(word) || isName(word) || (/\d/.test(word) && word !== '18' && word !== '2fa') ? null : stem(word),
  synonymsOf: (stemmed) => [...(groups.get(stemmed) ?? [])].filter((other) => other !== stemmed),
  general: new Set(GENERAL_WORDS.map(stem)),
}
