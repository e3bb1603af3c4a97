import type { OfferWords } from '../about-offers.ts'
import { lotNumberIn, type Intent } from '../intents.ts'
import type { AssistantWords } from '../words-of.ts'

/** Small letters without accents, so that a question typed in a hurry is understood. */
function plain(question: string): string {
  return question
    .toLowerCase()
    .normalize('NFD')
    .replaceAll(/\p{M}/gu, '')
    .replaceAll(/[¿¡’'"]/g, ' ')
    .replaceAll(/\b(auto|carro|coche|camioneta|vehiculo)s?\b/g, 'lote')
    .replaceAll(/\blote (numero |no\.? |n |#)?(?=\d)/g, 'lot ')
    .replaceAll(/\s+/g, ' ')
    .trim()
}

const OWN =
  /\b(he|mi|mis|mio|mia|mios|mias|yo|me|tengo|debo|soy|estoy|puedo|gane|perdi|compre|pague|puje|oferte|sigo|voy|envie|mande|recibi)\b/
/** Asks how things work, not for the person's own state. */
const IN_GENERAL =
  /\b(que pasa (si|cuando)|y ahora|que sigue|es seguro|como|cuanto (tiempo )?(tengo|tard\w+|demor\w+)|tengo que|debo pagar|puedo (pedir|cancelar|retirar|cambiar|ver|enviar|vender|pagar)|hay que|se puede|si no pago|cuando (tengo|debo) que pagar)\b/
const PRIVATE =
  /\b(maximo|maximos|limite|correo|email|telefono|direccion|nombre|factura|facturas|contrasena|pasaporte|documento|cuenta|saldo|tarjeta|puja automatica|identidad)\b/
const OTHERS =
  /\b(otro|otra|otros|otras|alguien|mejor postor|ganador|comprador|vendedor|dueno|postor|paleta \d+|usuario|miembro|cliente|senor|senora|(del|de la|al) que (gano|gana|va|compro|lidera))\b/

const OFFERS: OfferWords = {
  auctions:
    /\b(cuando|a que hora|que dia|que fecha)\b[^?]*\b(subasta|subastas)\b|\b(proxima|proximas|hay|tienen|habra|siguiente) (una |alguna |la )?(subasta|subastas)\b|\bcuant[oa]s\b[^?]*\b(en|hay|para|tiene) (la|una|esta|cada|su) subasta\b|\b(algo|subasta|subastas|lotes) en vivo\b[^?]*\b(ahora|ahorita|hoy)\b|\bhay algo en vivo\b/,
  asks: /\b(tienen|tendran|venden|hay|habra|ofrecen)\b|\bbusco\b|\bestoy buscando\b|\b(muestrame|ensename|quiero ver)\b|\b(a|en) (la )?venta\b|\bcuant[oa]s (carros|autos|coches|lotes|vehiculos|trocas|camionetas)\b|\b(que|cuales) (carros|autos|coches|lotes|vehiculos|trocas|camionetas)\b|\bque (cierra|termina|acaba) (pronto|hoy)\b/,
  other:
    /\b(mi|mis|mio|tengo|he|gane|perdi|voy|diferencia|como|por que|quien|quienes|lote #?\d+|vendedor|mensaje|correo|contrasena|factura|cargos?|si|despues|antes|vender|vendo)\b/,
  things: /\b(carros|autos|coches|vehiculos|trocas|camionetas|lotes|venta|algo|disponibles?|cierra|termina)\b/,
  below: /\b(menos de|por debajo de|hasta|maximo|no mas de|bajo) \$? ?\d[\d.,]*( ?(k|mil|dolares|pesos))*\b/,
  thousands: /(\d ?k| mil)\b/,
  miles: /\b(menos de|por debajo de|hasta|maximo|no mas de|bajo) \d[\d.,]*( ?(k|mil))? ?(millas|mi)\b/,
  lowMiles: /\b(poc[oa]s?|baj[oa]s?) (millas|millaje|kilometraje)\b/,
  cheap: /\b(barat[oa]s?|economic[oa]s?|mas barat[oa]s?)\b/,
  newest: /\b(mas nuev[oa]s?|recientes|ultim[oa]s agregad[oa]s)\b/,
  fillers: new Set(
    'a acaba actualmente ahora ahorita algo algun alguna alguno algunos auto autos buenas busco buscando carro carros cierra coche coches comprar con cual cuales cuanto cuanta cuantas cuantos de del disponible disponibles dolares el ella ellos en ensename es esta estan este estoy favor habra hay hola hoy la las le les lo los lote lotes mas me mil muestrame no nos o ofrecen para pesos por pronto que quiero saber se son subasta subastas su sus tendran termina tienen tipo todo todos un una unas uno unos usted ustedes vehiculo vehiculos venden venta ver y ya'.split(
      ' ',
    ),
  ),
  joins: new Set(
    'auto autos carro carros coche coches con cualquier de el en favor la las los o por un una vehiculo vehiculos y'.split(
      ' ',
    ),
  ),
}

export const words: AssistantWords = {
  intentOf,
  offers: OFFERS,
  style: 'plain Spanish of the Americas, with “tú”',
}

function intentOf(question: string): Intent | null {
  const q = plain(question)
  if (
    /^(eres|es usted|estoy hablando con|hablo con) (un |una )?(robot|bot|persona|humano|maquina|ia)( real| de verdad)?\??$/.test(
      q,
    )
  )
    return { about: 'assistant' }
  if (isAboutOthers(q)) return { about: 'others' }
  if (
    /\breserva\b/.test(q) &&
    /\b(cuanto|cual es|de cuanto|monto|dime|que tan alta)\b/.test(q) &&
    !/\b(si|que es|que pasa|significa)\b/.test(q)
  )
    return { about: 'reserve' }
  if (
    /\b(ignora|olvida|modo (de )?(desarrollador|depuracion|administrador)|(repite|muestra\w*|dime) (tus|las) (instrucciones|reglas)|finge|actua como|contrasena de (root|administrador)|clave de api|base de datos|sql|hackea\w*)\b|\b(como|ayudame a) (le )?(bajo|bajar|bajarle|regreso|regresar|altero|alterar|falsifico|falsificar|robo|robar|clono|clonar) (\w+ )?(el |los |un |la )?(kilometraje|millaje|odometro|kilometros|millas|titulo|lote)\b/.test(
      q,
    )
  )
    return { about: 'staff-only' }
  if (isAction(q)) return { about: 'action' }
  return ownIntent(q) ?? vehicleIntent(q)
}

const FACTS =
  /\b(llaves?|millas|millaje|kilometraje|kilometros|odometro|vin|motor|transmision|automatic[oa]|estandar|diesel|electrico|arranca|prende|enciende|camina|funciona|color|titulo|salvamento|salvage|limpio|accidentes?|choc\w+|choques?|golpes?|danos?|defectos?|fallas?|problemas?|oxido|fotos?|imagenes|estado|condicion(es)?|que tal|detalles|informacion|historial|revisad[oa]|inspeccion\w*)\b/

/** What a certain lot is like; about a vehicle that the person has, the FAQ answers. */
function vehicleIntent(q: string): Intent | null {
  const lotNumber = lotNumberIn(q)
  if (
    lotNumber === null ||
    !FACTS.test(q) ||
    /\b(mi|compre|gane|recogi|cuando|pagar|cargos?|envi\w+|(esta|estan) mal|equivocad[oa]s?|fals[oa]s?|mentira|no (coincide|muestran?))\b/.test(
      q,
    )
  )
    return null
  return { about: 'vehicle', lotNumber }
}

/** Whose all our vehicles are: not whose one of them is. */
const COMPANY =
  /^[^\d]*\b(quien|quienes)\b[^\d]*\b(vende|venden|dueno|duenos|pertenecen|son)\b[^\d]*\b(los|estos|esos|sus|todos los) lote\b[^\d]*$|\bson (de )?ustedes\b/

function isAboutOthers(q: string): boolean {
  if (COMPANY.test(q)) return false
  if (
    /\b(quien|quienes|que postor|de quien)\b/.test(q) &&
    /\b(supero|gano|gana|ganando|pujando|ofertando|compro|puja|pujo|va adelante|lidera|vende|vendio|es el dueno|esta detras)\b/.test(
      q,
    )
  )
    return !/\bquien puede\b/.test(q)
  if (/\S+@\S+\.\S+/.test(q) && PRIVATE.test(q)) return true
  if (/\bcuanto (ofrecio|ofrece|puso|pone|pujo|puja|oferto|pago) (el|la|los|las) /.test(q) && OTHERS.test(q))
    return true
  if (
    /\b(lista|muestra|muestrame|dame|dime)\b.*\b(todos los|todas las|los demas|otros) (usuarios|miembros|postores|clientes|correos|nombres|cuentas)\b/.test(
      q,
    )
  )
    return true
  const asks = PRIVATE.test(q) && /\b(de|del|tiene|tienen)\b/.test(q) && OTHERS.test(q)
  return asks && !/\bmi\b|\bmis\b/.test(q)
}

/** A command to bid or decide in the person's name; `cómo` asks for instructions. */
function isAction(q: string): boolean {
  if (/\bcomo\b|\bno\b|\berror\b/.test(q)) return false
  return (
    /^(por favor |oye |hola )*(puedes |podrias |quiero que )?(puja|pujar|pujes|haz|hacer|hagas|sube|subir|baja|bajar|cancela|cancelar|retira|retirar|aumenta|compra|comprar|verifica|aprueba|extiende)\b/.test(
      q,
    ) && /\b(puja|pujas|maximo|limite|lot|lote|lotes|verificacion|documento|por mi)\b|\$ ?\d/.test(q)
  )
}

function ownIntent(q: string): Intent | null {
  const lotNumber = lotNumberIn(q)
  const isOwn = OWN.test(q)
  if (/\bmi (puja automatica|maximo)\b/.test(q) && /\b(cual|cuanto|de cuanto|muestra|dime|donde|recuerda)\b/.test(q))
    return { about: 'own-maximum', lotNumber }
  if (
    /\b(cuando|a que hora|cuanto (tiempo )?(falta|queda)|hasta cuando)\b/.test(q) &&
    /\b(termina|terminan|cierra|cierran|acaba|acaban|falta|queda)\b/.test(q) &&
    (lotNumber !== null || (isOwn && /\b(lote|lotes|subasta|puja)\b/.test(q)))
  )
    return { about: 'lot-end', lotNumber }
  if (
    /\b(retiro|retirar|recojo|recoger|recogerlo|retirarlo|donde esta)\b/.test(q) &&
    (lotNumber !== null || /\b(mi lote|gane|compre)\b/.test(q))
  )
    return { about: 'pickup', lotNumber }
  if (
    isOwn &&
    /\b(limite de (pujas|puja)|mi limite|poder de compra|cuanto (mas )?puedo (pujar|gastar|comprometer))\b/.test(q) &&
    !/\b(subir|aumentar|que es)\b/.test(q)
  )
    return { about: 'limit' }
  if (isOwed(q)) return { about: 'owed' }
  if (
    lotNumber !== null &&
    /\b(precio|(en|a|por) cuanto|cuanto (es|esta|va|vale|cuesta|piden|llevan)|puja actual|mejor puja|siguiente puja|a como)\b/.test(
      q,
    ) &&
    !/\b(cargos?|prima|impuestos?|total|reserva|envio|transporte|almacenamiento|mi|mis)\b/.test(q)
  )
    return { about: 'price', lotNumber }
  return isOwn && !IN_GENERAL.test(q) ? stateIntent(q, lotNumber) : null
}

function isOwed(q: string): boolean {
  if (/\b(que pasa|si no|como|membresia|cuando tengo que|hay que|ademas)\b/.test(q)) return false
  return (
    /\b(debo (algo|dinero)|cuanto (les |te |le )?debo|que debo|me falta pagar|falta por pagar|saldo pendiente|pendientes? de pago|tengo (alguna )?(factura|facturas|deuda|deudas|pagos?)|mis facturas (estan|pendientes)|mi factura (esta|vence))\b/.test(
      q,
    ) ||
    /\b(llego|recibieron|recibio|entro|paso|tienen) (ya )?(mi|el) (pago|transferencia|dinero|deposito)\b|\bmi (pago|transferencia) (llego|se recibio|paso)\b/.test(
      q,
    )
  )
}

/** Asks about the current state of the person's own things. */
function stateIntent(q: string, lotNumber: number | null): Intent | null {
  if (/\b(mi|me)\b.*\breembols\w+|\breembols\w+.*\b(mi|me|llega|llego)\b/.test(q)) return { about: 'refund' }
  if (
    /\bmi (mensaje|consulta|pregunta|solicitud)\b/.test(q) &&
    /\b(respond\w*|contest\w*|respuesta|estado|leyeron|recibieron)\b/.test(q)
  )
    return { about: 'messages' }
  if (/\b(membresia|soy (ya )?miembro|pague la cuota)\b/.test(q) && !/\b(devuel\w+|devolv\w+|regres\w+|si)\b/.test(q))
    return { about: 'membership' }
  if (
    /\b(estoy (ya )?(verificad|aprobad)[oa]|mi (verificacion|documento|identidad|identificacion|pasaporte|licencia|id)|me (verificaron|aprobaron)|(ya )?puedo pujar)\b/.test(
      q,
    ) &&
    !/\bpujar (por|para|con|desde|sin|en) /.test(q)
  )
    return { about: 'verified' }
  if (/\bmi cuenta\b.*\b(activa|suspendida|bloqueada|estado|bien)\b|\bestoy (suspendid|bloquead)[oa]\b/.test(q))
    return { about: 'account' }
  if (/\bmi (numero de )?paleta\b|\bque paleta\b/.test(q)) return { about: 'paddle' }
  if (
    !/\b(los demas|otros|otras)\b/.test(q) &&
    /\b(que|cuales|cuantos|mis) (lotes|pujas|subastas)\b|\bque (he ganado|gane|compre)\b|\ben que (lotes )?(voy|estoy)\b|\b(que|lo) (estoy siguiendo|sigo)\b|\bmis (favoritos|guardados)\b/.test(
      q,
    )
  )
    return lotNumber === null ? { about: 'positions' } : { about: 'outcome', lotNumber }
  if (
    /\b(superaron|supero|superad[oa]|gane|perdi|voy (ganando|adelante|primero)|sigo (adelante|ganando)|mejor postor|mi puja (en|del|sigue))\b/.test(
      q,
    )
  )
    return { about: 'outcome', lotNumber }
  return null
}
