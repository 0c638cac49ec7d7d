(()=>{var dm=0,dd=1,fm=2;var Ia=1,pm=2,ho=3,Qi=0,Jn=1,Kn=2,cr=0,uo=1,fd=2,pd=3,md=4,mm=5;var hr=100,gm=101,_m=102,xm=103,ym=104,vm=200,Sm=201,Mm=202,bm=203,gd=204,_d=205,wm=206,Am=207,Tm=208,Em=209,Rm=210,Cm=211,Pm=212,Im=213,Lm=214,kl=0,Vl=1,Gl=2,jr=3,Hl=4,Wl=5,Xl=6,ql=7,Ac=0,Dm=1,Nm=2,ts=0,xd=1,yd=2,vd=3,Sd=4,Md=5,bd=6,wd=7;var Ad=300,ur=301,fo=302,Tc=303,Ec=304,Yl=1e3,Zi=1001,$l=1002,En=1003,Um=1004;var La=1005;var $n=1006,Rc=1007;var bs=1008;var ii=1009,Td=1010,Ed=1011,po=1012,Cc=1013,bi=1014,ei=1015,Ui=1016,Pc=1017,Ic=1018,dr=1020,Rd=35902,Cd=35899,Pd=1021,Id=1022,ui=1023,ys=1026,ws=1027,Lc=1028,Da=1029,qs=1030,Dc=1031;var Nc=1033,Na=33776,Ua=33777,Fa=33778,Oa=33779,Uc=35840,Fc=35841,Oc=35842,Bc=35843,zc=36196,kc=37492,Vc=37496,Gc=37488,Hc=37489,Ba=37490,Wc=37491,Xc=37808,qc=37809,Yc=37810,$c=37811,Zc=37812,Jc=37813,Kc=37814,jc=37815,Qc=37816,th=37817,eh=37818,nh=37819,ih=37820,sh=37821,rh=36492,oh=36494,ah=36495,lh=36283,ch=36284,za=36285,hh=36286;var jo=2300,Zl=2301,Bl=2302,id=2303,sd=2400,rd=2401,od=2402;var Fm=3200;var ka=0,Om=1,As="",qn="srgb",Qo="srgb-linear",ta="linear",Ee="srgb";var zl=7680,Ld=7681;var Dd=517;var Bm=519,zm=512,km=513,Vm=514,Nd=515,Gm=516,Hm=517,Ud=518,Fd=519,Od=35044,Bd=35048;var zd="300 es",vi=2e3,Qr=2001;function lx(i){for(let t=i.length-1;t>=0;--t)if(i[t]>=65535)return!0;return!1}function cx(i){return ArrayBuffer.isView(i)&&!(i instanceof DataView)}function ea(i){return document.createElementNS("http://www.w3.org/1999/xhtml",i)}function Wm(){let i=ea("canvas");return i.style.display="block",i}var Tp={},to=null;function na(...i){let t="THREE."+i.shift();to?to("log",t,...i):console.log(t,...i)}function Xm(i){let t=i[0];if(typeof t=="string"&&t.startsWith("TSL:")){let e=i[1];e&&e.isStackTrace?i[0]+=" "+e.getLocation():i[1]='Stack trace not available. Enable "THREE.Node.captureStackTrace" to capture stack traces.'}return i}function Jt(...i){i=Xm(i);let t="THREE."+i.shift();if(to)to("warn",t,...i);else{let e=i[0];e&&e.isStackTrace?console.warn(e.getError(t)):console.warn(t,...i)}}function ee(...i){i=Xm(i);let t="THREE."+i.shift();if(to)to("error",t,...i);else{let e=i[0];e&&e.isStackTrace?console.error(e.getError(t)):console.error(t,...i)}}function Yo(...i){let t=i.join(" ");t in Tp||(Tp[t]=!0,Jt(...i))}function qm(i,t,e){return new Promise(function(n,s){function r(){switch(i.clientWaitSync(t,i.SYNC_FLUSH_COMMANDS_BIT,0)){case i.WAIT_FAILED:s();break;case i.TIMEOUT_EXPIRED:setTimeout(r,e);break;default:n()}}setTimeout(r,e)})}var Ym={[kl]:kl,[Gl]:Xl,[Hl]:Hl,[jr]:Wl,[Vl]:Vl,[Xl]:Gl,[ql]:ql,[Wl]:jr},Ji=class{addEventListener(t,e){this._listeners===void 0&&(this._listeners={});let n=this._listeners;n[t]===void 0&&(n[t]=[]),n[t].indexOf(e)===-1&&n[t].push(e)}hasEventListener(t,e){let n=this._listeners;return n===void 0?!1:n[t]!==void 0&&n[t].indexOf(e)!==-1}removeEventListener(t,e){let n=this._listeners;if(n===void 0)return;let s=n[t];if(s!==void 0){let r=s.indexOf(e);r!==-1&&s.splice(r,1)}}dispatchEvent(t){let e=this._listeners;if(e===void 0)return;let n=e[t.type];if(n!==void 0){t.target=this;let s=n.slice(0);for(let r=0,o=s.length;r<o;r++)s[r].call(this,t);t.target=null}}},Un=["00","01","02","03","04","05","06","07","08","09","0a","0b","0c","0d","0e","0f","10","11","12","13","14","15","16","17","18","19","1a","1b","1c","1d","1e","1f","20","21","22","23","24","25","26","27","28","29","2a","2b","2c","2d","2e","2f","30","31","32","33","34","35","36","37","38","39","3a","3b","3c","3d","3e","3f","40","41","42","43","44","45","46","47","48","49","4a","4b","4c","4d","4e","4f","50","51","52","53","54","55","56","57","58","59","5a","5b","5c","5d","5e","5f","60","61","62","63","64","65","66","67","68","69","6a","6b","6c","6d","6e","6f","70","71","72","73","74","75","76","77","78","79","7a","7b","7c","7d","7e","7f","80","81","82","83","84","85","86","87","88","89","8a","8b","8c","8d","8e","8f","90","91","92","93","94","95","96","97","98","99","9a","9b","9c","9d","9e","9f","a0","a1","a2","a3","a4","a5","a6","a7","a8","a9","aa","ab","ac","ad","ae","af","b0","b1","b2","b3","b4","b5","b6","b7","b8","b9","ba","bb","bc","bd","be","bf","c0","c1","c2","c3","c4","c5","c6","c7","c8","c9","ca","cb","cc","cd","ce","cf","d0","d1","d2","d3","d4","d5","d6","d7","d8","d9","da","db","dc","dd","de","df","e0","e1","e2","e3","e4","e5","e6","e7","e8","e9","ea","eb","ec","ed","ee","ef","f0","f1","f2","f3","f4","f5","f6","f7","f8","f9","fa","fb","fc","fd","fe","ff"],Ep=1234567,$o=Math.PI/180,eo=180/Math.PI;function Ys(){let i=Math.random()*4294967295|0,t=Math.random()*4294967295|0,e=Math.random()*4294967295|0,n=Math.random()*4294967295|0;return(Un[i&255]+Un[i>>8&255]+Un[i>>16&255]+Un[i>>24&255]+"-"+Un[t&255]+Un[t>>8&255]+"-"+Un[t>>16&15|64]+Un[t>>24&255]+"-"+Un[e&63|128]+Un[e>>8&255]+"-"+Un[e>>16&255]+Un[e>>24&255]+Un[n&255]+Un[n>>8&255]+Un[n>>16&255]+Un[n>>24&255]).toLowerCase()}function le(i,t,e){return Math.max(t,Math.min(e,i))}function kd(i,t){return(i%t+t)%t}function hx(i,t,e,n,s){return n+(i-t)*(s-n)/(e-t)}function ux(i,t,e){return i!==t?(e-i)/(t-i):0}function Zo(i,t,e){return(1-e)*i+e*t}function dx(i,t,e,n){return Zo(i,t,1-Math.exp(-e*n))}function fx(i,t=1){return t-Math.abs(kd(i,t*2)-t)}function px(i,t,e){return i<=t?0:i>=e?1:(i=(i-t)/(e-t),i*i*(3-2*i))}function mx(i,t,e){return i<=t?0:i>=e?1:(i=(i-t)/(e-t),i*i*i*(i*(i*6-15)+10))}function gx(i,t){return i+Math.floor(Math.random()*(t-i+1))}function _x(i,t){return i+Math.random()*(t-i)}function xx(i){return i*(.5-Math.random())}function yx(i){i!==void 0&&(Ep=i);let t=Ep+=1831565813;return t=Math.imul(t^t>>>15,t|1),t^=t+Math.imul(t^t>>>7,t|61),((t^t>>>14)>>>0)/4294967296}function vx(i){return i*$o}function Sx(i){return i*eo}function Mx(i){return i>0&&Number.isInteger(i)&&2**Math.round(Math.log2(i))===i}function bx(i){return Math.pow(2,Math.ceil(Math.log(i)/Math.LN2))}function Vd(i){return Math.pow(2,Math.floor(Math.log(i)/Math.LN2))}function wx(i,t,e,n,s){let r=Math.cos,o=Math.sin,a=r(e/2),l=o(e/2),c=r((t+n)/2),h=o((t+n)/2),u=r((t-n)/2),d=o((t-n)/2),f=r((n-t)/2),p=o((n-t)/2);switch(s){case"XYX":i.set(a*h,l*u,l*d,a*c);break;case"YZY":i.set(l*d,a*h,l*u,a*c);break;case"ZXZ":i.set(l*u,l*d,a*h,a*c);break;case"XZX":i.set(a*h,l*p,l*f,a*c);break;case"YXY":i.set(l*f,a*h,l*p,a*c);break;case"ZYZ":i.set(l*p,l*f,a*h,a*c);break;default:Jt("MathUtils: .setQuaternionFromProperEuler() encountered an unknown order: "+s)}}function uh(i){switch(i.constructor){case Uint32Array:return 4294967295;case Uint16Array:return 65535;case Uint8Array:case Uint8ClampedArray:return 255;case Int32Array:return 2147483647;case Int16Array:return 32767;case Int8Array:return 127;default:return}}function Gd(i,t){if(t.constructor===Float32Array)return i;let e=uh(t);if(e===void 0)throw new Error("THREE.MathUtils: Invalid component type.");return Math.max(i/e,-1)}function Hd(i,t){if(t.constructor===Float32Array)return i;let e=uh(t);if(e===void 0)throw new Error("THREE.MathUtils: Invalid component type.");return Math.round(i*e)}var es={DEG2RAD:$o,RAD2DEG:eo,generateUUID:Ys,clamp:le,euclideanModulo:kd,mapLinear:hx,inverseLerp:ux,lerp:Zo,damp:dx,pingpong:fx,smoothstep:px,smootherstep:mx,randInt:gx,randFloat:_x,randFloatSpread:xx,seededRandom:yx,degToRad:vx,radToDeg:Sx,isPowerOfTwo:Mx,ceilPowerOfTwo:bx,floorPowerOfTwo:Vd,setQuaternionFromProperEuler:wx,normalize:Hd,denormalize:Gd},Ht=class{static{this.prototype.isVector2=!0}constructor(t=0,e=0){this.x=t,this.y=e}get width(){return this.x}set width(t){this.x=t}get height(){return this.y}set height(t){this.y=t}set(t,e){return this.x=t,this.y=e,this}setScalar(t){return this.x=t,this.y=t,this}setX(t){return this.x=t,this}setY(t){return this.y=t,this}setComponent(t,e){switch(t){case 0:this.x=e;break;case 1:this.y=e;break;default:throw new Error("THREE.Vector2: index is out of range: "+t)}return this}getComponent(t){switch(t){case 0:return this.x;case 1:return this.y;default:throw new Error("THREE.Vector2: index is out of range: "+t)}}clone(){return new this.constructor(this.x,this.y)}copy(t){return this.x=t.x,this.y=t.y,this}add(t){return this.x+=t.x,this.y+=t.y,this}addScalar(t){return this.x+=t,this.y+=t,this}addVectors(t,e){return this.x=t.x+e.x,this.y=t.y+e.y,this}addScaledVector(t,e){return this.x+=t.x*e,this.y+=t.y*e,this}sub(t){return this.x-=t.x,this.y-=t.y,this}subScalar(t){return this.x-=t,this.y-=t,this}subVectors(t,e){return this.x=t.x-e.x,this.y=t.y-e.y,this}multiply(t){return this.x*=t.x,this.y*=t.y,this}multiplyScalar(t){return this.x*=t,this.y*=t,this}divide(t){return this.x/=t.x,this.y/=t.y,this}divideScalar(t){return this.multiplyScalar(1/t)}applyMatrix3(t){let e=this.x,n=this.y,s=t.elements;return this.x=s[0]*e+s[3]*n+s[6],this.y=s[1]*e+s[4]*n+s[7],this}min(t){return this.x=Math.min(this.x,t.x),this.y=Math.min(this.y,t.y),this}max(t){return this.x=Math.max(this.x,t.x),this.y=Math.max(this.y,t.y),this}clamp(t,e){return this.x=le(this.x,t.x,e.x),this.y=le(this.y,t.y,e.y),this}clampScalar(t,e){return this.x=le(this.x,t,e),this.y=le(this.y,t,e),this}clampLength(t,e){let n=this.length();return this.divideScalar(n||1).multiplyScalar(le(n,t,e))}floor(){return this.x=Math.floor(this.x),this.y=Math.floor(this.y),this}ceil(){return this.x=Math.ceil(this.x),this.y=Math.ceil(this.y),this}round(){return this.x=Math.round(this.x),this.y=Math.round(this.y),this}roundToZero(){return this.x=Math.trunc(this.x),this.y=Math.trunc(this.y),this}negate(){return this.x=-this.x,this.y=-this.y,this}dot(t){return this.x*t.x+this.y*t.y}cross(t){return this.x*t.y-this.y*t.x}lengthSq(){return this.x*this.x+this.y*this.y}length(){return Math.sqrt(this.x*this.x+this.y*this.y)}manhattanLength(){return Math.abs(this.x)+Math.abs(this.y)}normalize(){return this.divideScalar(this.length()||1)}angle(){return Math.atan2(-this.y,-this.x)+Math.PI}angleTo(t){let e=Math.sqrt(this.lengthSq()*t.lengthSq());if(e===0)return Math.PI/2;let n=this.dot(t)/e;return Math.acos(le(n,-1,1))}distanceTo(t){return Math.sqrt(this.distanceToSquared(t))}distanceToSquared(t){let e=this.x-t.x,n=this.y-t.y;return e*e+n*n}manhattanDistanceTo(t){return Math.abs(this.x-t.x)+Math.abs(this.y-t.y)}setLength(t){return this.normalize().multiplyScalar(t)}lerp(t,e){return this.x+=(t.x-this.x)*e,this.y+=(t.y-this.y)*e,this}lerpVectors(t,e,n){return this.x=t.x+(e.x-t.x)*n,this.y=t.y+(e.y-t.y)*n,this}equals(t){return t.x===this.x&&t.y===this.y}fromArray(t,e=0){return this.x=t[e],this.y=t[e+1],this}toArray(t=[],e=0){return t[e]=this.x,t[e+1]=this.y,t}fromBufferAttribute(t,e){return this.x=t.getX(e),this.y=t.getY(e),this}rotateAround(t,e){let n=Math.cos(e),s=Math.sin(e),r=this.x-t.x,o=this.y-t.y;return this.x=r*n-o*s+t.x,this.y=r*s+o*n+t.y,this}random(){return this.x=Math.random(),this.y=Math.random(),this}*[Symbol.iterator](){yield this.x,yield this.y}},mn=class{constructor(t=0,e=0,n=0,s=1){this.isQuaternion=!0,this._x=t,this._y=e,this._z=n,this._w=s}static slerpFlat(t,e,n,s,r,o,a){let l=n[s+0],c=n[s+1],h=n[s+2],u=n[s+3],d=r[o+0],f=r[o+1],p=r[o+2],x=r[o+3];if(u!==x||l!==d||c!==f||h!==p){let m=l*d+c*f+h*p+u*x;m<0&&(d=-d,f=-f,p=-p,x=-x,m=-m);let g=1-a;if(m<.9995){let S=Math.acos(m),E=Math.sin(S);g=Math.sin(g*S)/E,a=Math.sin(a*S)/E,l=l*g+d*a,c=c*g+f*a,h=h*g+p*a,u=u*g+x*a}else{l=l*g+d*a,c=c*g+f*a,h=h*g+p*a,u=u*g+x*a;let S=1/Math.sqrt(l*l+c*c+h*h+u*u);l*=S,c*=S,h*=S,u*=S}}t[e]=l,t[e+1]=c,t[e+2]=h,t[e+3]=u}static multiplyQuaternionsFlat(t,e,n,s,r,o){let a=n[s],l=n[s+1],c=n[s+2],h=n[s+3],u=r[o],d=r[o+1],f=r[o+2],p=r[o+3];return t[e]=a*p+h*u+l*f-c*d,t[e+1]=l*p+h*d+c*u-a*f,t[e+2]=c*p+h*f+a*d-l*u,t[e+3]=h*p-a*u-l*d-c*f,t}get x(){return this._x}set x(t){this._x=t,this._onChangeCallback()}get y(){return this._y}set y(t){this._y=t,this._onChangeCallback()}get z(){return this._z}set z(t){this._z=t,this._onChangeCallback()}get w(){return this._w}set w(t){this._w=t,this._onChangeCallback()}set(t,e,n,s){return this._x=t,this._y=e,this._z=n,this._w=s,this._onChangeCallback(),this}clone(){return new this.constructor(this._x,this._y,this._z,this._w)}copy(t){return this._x=t.x,this._y=t.y,this._z=t.z,this._w=t.w,this._onChangeCallback(),this}setFromEuler(t,e=!0){let n=t._x,s=t._y,r=t._z,o=t._order,a=Math.cos,l=Math.sin,c=a(n/2),h=a(s/2),u=a(r/2),d=l(n/2),f=l(s/2),p=l(r/2);switch(o){case"XYZ":this._x=d*h*u+c*f*p,this._y=c*f*u-d*h*p,this._z=c*h*p+d*f*u,this._w=c*h*u-d*f*p;break;case"YXZ":this._x=d*h*u+c*f*p,this._y=c*f*u-d*h*p,this._z=c*h*p-d*f*u,this._w=c*h*u+d*f*p;break;case"ZXY":this._x=d*h*u-c*f*p,this._y=c*f*u+d*h*p,this._z=c*h*p+d*f*u,this._w=c*h*u-d*f*p;break;case"ZYX":this._x=d*h*u-c*f*p,this._y=c*f*u+d*h*p,this._z=c*h*p-d*f*u,this._w=c*h*u+d*f*p;break;case"YZX":this._x=d*h*u+c*f*p,this._y=c*f*u+d*h*p,this._z=c*h*p-d*f*u,this._w=c*h*u-d*f*p;break;case"XZY":this._x=d*h*u-c*f*p,this._y=c*f*u-d*h*p,this._z=c*h*p+d*f*u,this._w=c*h*u+d*f*p;break;default:Jt("Quaternion: .setFromEuler() encountered an unknown order: "+o)}return e===!0&&this._onChangeCallback(),this}setFromAxisAngle(t,e){let n=e/2,s=Math.sin(n);return this._x=t.x*s,this._y=t.y*s,this._z=t.z*s,this._w=Math.cos(n),this._onChangeCallback(),this}setFromRotationMatrix(t){let e=t.elements,n=e[0],s=e[4],r=e[8],o=e[1],a=e[5],l=e[9],c=e[2],h=e[6],u=e[10],d=n+a+u;if(d>0){let f=.5/Math.sqrt(d+1);this._w=.25/f,this._x=(h-l)*f,this._y=(r-c)*f,this._z=(o-s)*f}else if(n>a&&n>u){let f=2*Math.sqrt(1+n-a-u);this._w=(h-l)/f,this._x=.25*f,this._y=(s+o)/f,this._z=(r+c)/f}else if(a>u){let f=2*Math.sqrt(1+a-n-u);this._w=(r-c)/f,this._x=(s+o)/f,this._y=.25*f,this._z=(l+h)/f}else{let f=2*Math.sqrt(1+u-n-a);this._w=(o-s)/f,this._x=(r+c)/f,this._y=(l+h)/f,this._z=.25*f}return this._onChangeCallback(),this}setFromUnitVectors(t,e){let n=t.dot(e)+1;return n<1e-8?(n=0,Math.abs(t.x)>Math.abs(t.z)?(this._x=-t.y,this._y=t.x,this._z=0,this._w=n):(this._x=0,this._y=-t.z,this._z=t.y,this._w=n)):(this._x=t.y*e.z-t.z*e.y,this._y=t.z*e.x-t.x*e.z,this._z=t.x*e.y-t.y*e.x,this._w=n),this.normalize()}angleTo(t){return 2*Math.acos(Math.abs(le(this.dot(t),-1,1)))}rotateTowards(t,e){let n=this.angleTo(t);if(n===0)return this;let s=Math.min(1,e/n);return this.slerp(t,s),this}identity(){return this.set(0,0,0,1)}invert(){return this.conjugate()}conjugate(){return this._x*=-1,this._y*=-1,this._z*=-1,this._onChangeCallback(),this}dot(t){return this._x*t._x+this._y*t._y+this._z*t._z+this._w*t._w}lengthSq(){return this._x*this._x+this._y*this._y+this._z*this._z+this._w*this._w}length(){return Math.sqrt(this._x*this._x+this._y*this._y+this._z*this._z+this._w*this._w)}normalize(){let t=this.length();return t===0?(this._x=0,this._y=0,this._z=0,this._w=1):(t=1/t,this._x=this._x*t,this._y=this._y*t,this._z=this._z*t,this._w=this._w*t),this._onChangeCallback(),this}multiply(t){return this.multiplyQuaternions(this,t)}premultiply(t){return this.multiplyQuaternions(t,this)}multiplyQuaternions(t,e){let n=t._x,s=t._y,r=t._z,o=t._w,a=e._x,l=e._y,c=e._z,h=e._w;return this._x=n*h+o*a+s*c-r*l,this._y=s*h+o*l+r*a-n*c,this._z=r*h+o*c+n*l-s*a,this._w=o*h-n*a-s*l-r*c,this._onChangeCallback(),this}slerp(t,e){let n=t._x,s=t._y,r=t._z,o=t._w,a=this.dot(t);a<0&&(n=-n,s=-s,r=-r,o=-o,a=-a);let l=1-e;if(a<.9995){let c=Math.acos(a),h=Math.sin(c);l=Math.sin(l*c)/h,e=Math.sin(e*c)/h,this._x=this._x*l+n*e,this._y=this._y*l+s*e,this._z=this._z*l+r*e,this._w=this._w*l+o*e,this._onChangeCallback()}else this._x=this._x*l+n*e,this._y=this._y*l+s*e,this._z=this._z*l+r*e,this._w=this._w*l+o*e,this.normalize();return this}slerpQuaternions(t,e,n){return this.copy(t).slerp(e,n)}random(){let t=2*Math.PI*Math.random(),e=2*Math.PI*Math.random(),n=Math.random(),s=Math.sqrt(1-n),r=Math.sqrt(n);return this.set(s*Math.sin(t),s*Math.cos(t),r*Math.sin(e),r*Math.cos(e))}equals(t){return t._x===this._x&&t._y===this._y&&t._z===this._z&&t._w===this._w}fromArray(t,e=0){return this._x=t[e],this._y=t[e+1],this._z=t[e+2],this._w=t[e+3],this._onChangeCallback(),this}toArray(t=[],e=0){return t[e]=this._x,t[e+1]=this._y,t[e+2]=this._z,t[e+3]=this._w,t}fromBufferAttribute(t,e){return this._x=t.getX(e),this._y=t.getY(e),this._z=t.getZ(e),this._w=t.getW(e),this._onChangeCallback(),this}toJSON(){return this.toArray()}_onChange(t){return this._onChangeCallback=t,this}_onChangeCallback(){}*[Symbol.iterator](){yield this._x,yield this._y,yield this._z,yield this._w}},C=class{static{this.prototype.isVector3=!0}constructor(t=0,e=0,n=0){this.x=t,this.y=e,this.z=n}set(t,e,n){return n===void 0&&(n=this.z),this.x=t,this.y=e,this.z=n,this}setScalar(t){return this.x=t,this.y=t,this.z=t,this}setX(t){return this.x=t,this}setY(t){return this.y=t,this}setZ(t){return this.z=t,this}setComponent(t,e){switch(t){case 0:this.x=e;break;case 1:this.y=e;break;case 2:this.z=e;break;default:throw new Error("THREE.Vector3: index is out of range: "+t)}return this}getComponent(t){switch(t){case 0:return this.x;case 1:return this.y;case 2:return this.z;default:throw new Error("THREE.Vector3: index is out of range: "+t)}}clone(){return new this.constructor(this.x,this.y,this.z)}copy(t){return this.x=t.x,this.y=t.y,this.z=t.z,this}add(t){return this.x+=t.x,this.y+=t.y,this.z+=t.z,this}addScalar(t){return this.x+=t,this.y+=t,this.z+=t,this}addVectors(t,e){return this.x=t.x+e.x,this.y=t.y+e.y,this.z=t.z+e.z,this}addScaledVector(t,e){return this.x+=t.x*e,this.y+=t.y*e,this.z+=t.z*e,this}sub(t){return this.x-=t.x,this.y-=t.y,this.z-=t.z,this}subScalar(t){return this.x-=t,this.y-=t,this.z-=t,this}subVectors(t,e){return this.x=t.x-e.x,this.y=t.y-e.y,this.z=t.z-e.z,this}multiply(t){return this.x*=t.x,this.y*=t.y,this.z*=t.z,this}multiplyScalar(t){return this.x*=t,this.y*=t,this.z*=t,this}multiplyVectors(t,e){return this.x=t.x*e.x,this.y=t.y*e.y,this.z=t.z*e.z,this}applyEuler(t){return this.applyQuaternion(Rp.setFromEuler(t))}applyAxisAngle(t,e){return this.applyQuaternion(Rp.setFromAxisAngle(t,e))}applyMatrix3(t){let e=this.x,n=this.y,s=this.z,r=t.elements;return this.x=r[0]*e+r[3]*n+r[6]*s,this.y=r[1]*e+r[4]*n+r[7]*s,this.z=r[2]*e+r[5]*n+r[8]*s,this}applyNormalMatrix(t){return this.applyMatrix3(t).normalize()}applyMatrix4(t){let e=this.x,n=this.y,s=this.z,r=t.elements,o=1/(r[3]*e+r[7]*n+r[11]*s+r[15]);return this.x=(r[0]*e+r[4]*n+r[8]*s+r[12])*o,this.y=(r[1]*e+r[5]*n+r[9]*s+r[13])*o,this.z=(r[2]*e+r[6]*n+r[10]*s+r[14])*o,this}applyQuaternion(t){let e=this.x,n=this.y,s=this.z,r=t.x,o=t.y,a=t.z,l=t.w,c=2*(o*s-a*n),h=2*(a*e-r*s),u=2*(r*n-o*e);return this.x=e+l*c+o*u-a*h,this.y=n+l*h+a*c-r*u,this.z=s+l*u+r*h-o*c,this}project(t){return this.applyMatrix4(t.matrixWorldInverse).applyMatrix4(t.projectionMatrix)}unproject(t){return this.applyMatrix4(t.projectionMatrixInverse).applyMatrix4(t.matrixWorld)}transformDirection(t){let e=this.x,n=this.y,s=this.z,r=t.elements;return this.x=r[0]*e+r[4]*n+r[8]*s,this.y=r[1]*e+r[5]*n+r[9]*s,this.z=r[2]*e+r[6]*n+r[10]*s,this.normalize()}divide(t){return this.x/=t.x,this.y/=t.y,this.z/=t.z,this}divideScalar(t){return this.multiplyScalar(1/t)}min(t){return this.x=Math.min(this.x,t.x),this.y=Math.min(this.y,t.y),this.z=Math.min(this.z,t.z),this}max(t){return this.x=Math.max(this.x,t.x),this.y=Math.max(this.y,t.y),this.z=Math.max(this.z,t.z),this}clamp(t,e){return this.x=le(this.x,t.x,e.x),this.y=le(this.y,t.y,e.y),this.z=le(this.z,t.z,e.z),this}clampScalar(t,e){return this.x=le(this.x,t,e),this.y=le(this.y,t,e),this.z=le(this.z,t,e),this}clampLength(t,e){let n=this.length();return this.divideScalar(n||1).multiplyScalar(le(n,t,e))}floor(){return this.x=Math.floor(this.x),this.y=Math.floor(this.y),this.z=Math.floor(this.z),this}ceil(){return this.x=Math.ceil(this.x),this.y=Math.ceil(this.y),this.z=Math.ceil(this.z),this}round(){return this.x=Math.round(this.x),this.y=Math.round(this.y),this.z=Math.round(this.z),this}roundToZero(){return this.x=Math.trunc(this.x),this.y=Math.trunc(this.y),this.z=Math.trunc(this.z),this}negate(){return this.x=-this.x,this.y=-this.y,this.z=-this.z,this}dot(t){return this.x*t.x+this.y*t.y+this.z*t.z}lengthSq(){return this.x*this.x+this.y*this.y+this.z*this.z}length(){return Math.sqrt(this.x*this.x+this.y*this.y+this.z*this.z)}manhattanLength(){return Math.abs(this.x)+Math.abs(this.y)+Math.abs(this.z)}normalize(){return this.divideScalar(this.length()||1)}setLength(t){return this.normalize().multiplyScalar(t)}lerp(t,e){return this.x+=(t.x-this.x)*e,this.y+=(t.y-this.y)*e,this.z+=(t.z-this.z)*e,this}lerpVectors(t,e,n){return this.x=t.x+(e.x-t.x)*n,this.y=t.y+(e.y-t.y)*n,this.z=t.z+(e.z-t.z)*n,this}cross(t){return this.crossVectors(this,t)}crossVectors(t,e){let n=t.x,s=t.y,r=t.z,o=e.x,a=e.y,l=e.z;return this.x=s*l-r*a,this.y=r*o-n*l,this.z=n*a-s*o,this}projectOnVector(t){let e=t.lengthSq();if(e===0)return this.set(0,0,0);let n=t.dot(this)/e;return this.copy(t).multiplyScalar(n)}projectOnPlane(t){return Cu.copy(this).projectOnVector(t),this.sub(Cu)}reflect(t){return this.sub(Cu.copy(t).multiplyScalar(2*this.dot(t)))}angleTo(t){let e=Math.sqrt(this.lengthSq()*t.lengthSq());if(e===0)return Math.PI/2;let n=this.dot(t)/e;return Math.acos(le(n,-1,1))}distanceTo(t){return Math.sqrt(this.distanceToSquared(t))}distanceToSquared(t){let e=this.x-t.x,n=this.y-t.y,s=this.z-t.z;return e*e+n*n+s*s}manhattanDistanceTo(t){return Math.abs(this.x-t.x)+Math.abs(this.y-t.y)+Math.abs(this.z-t.z)}setFromSpherical(t){return this.setFromSphericalCoords(t.radius,t.phi,t.theta)}setFromSphericalCoords(t,e,n){let s=Math.sin(e)*t;return this.x=s*Math.sin(n),this.y=Math.cos(e)*t,this.z=s*Math.cos(n),this}setFromCylindrical(t){return this.setFromCylindricalCoords(t.radius,t.theta,t.y)}setFromCylindricalCoords(t,e,n){return this.x=t*Math.sin(e),this.y=n,this.z=t*Math.cos(e),this}setFromMatrixPosition(t){let e=t.elements;return this.x=e[12],this.y=e[13],this.z=e[14],this}setFromMatrixScale(t){let e=this.setFromMatrixColumn(t,0).length(),n=this.setFromMatrixColumn(t,1).length(),s=this.setFromMatrixColumn(t,2).length();return this.x=e,this.y=n,this.z=s,this}setFromMatrixColumn(t,e){return this.fromArray(t.elements,e*4)}setFromMatrix3Column(t,e){return this.fromArray(t.elements,e*3)}setFromEuler(t){return this.x=t._x,this.y=t._y,this.z=t._z,this}setFromColor(t){return this.x=t.r,this.y=t.g,this.z=t.b,this}equals(t){return t.x===this.x&&t.y===this.y&&t.z===this.z}fromArray(t,e=0){return this.x=t[e],this.y=t[e+1],this.z=t[e+2],this}toArray(t=[],e=0){return t[e]=this.x,t[e+1]=this.y,t[e+2]=this.z,t}fromBufferAttribute(t,e){return this.x=t.getX(e),this.y=t.getY(e),this.z=t.getZ(e),this}random(){return this.x=Math.random(),this.y=Math.random(),this.z=Math.random(),this}randomDirection(){let t=Math.random()*Math.PI*2,e=Math.random()*2-1,n=Math.sqrt(1-e*e);return this.x=n*Math.cos(t),this.y=e,this.z=n*Math.sin(t),this}*[Symbol.iterator](){yield this.x,yield this.y,yield this.z}},Cu=new C,Rp=new mn,ie=class{static{this.prototype.isMatrix3=!0}constructor(t,e,n,s,r,o,a,l,c){this.elements=[1,0,0,0,1,0,0,0,1],t!==void 0&&this.set(t,e,n,s,r,o,a,l,c)}set(t,e,n,s,r,o,a,l,c){let h=this.elements;return h[0]=t,h[1]=s,h[2]=a,h[3]=e,h[4]=r,h[5]=l,h[6]=n,h[7]=o,h[8]=c,this}identity(){return this.set(1,0,0,0,1,0,0,0,1),this}copy(t){let e=this.elements,n=t.elements;return e[0]=n[0],e[1]=n[1],e[2]=n[2],e[3]=n[3],e[4]=n[4],e[5]=n[5],e[6]=n[6],e[7]=n[7],e[8]=n[8],this}extractBasis(t,e,n){return t.setFromMatrix3Column(this,0),e.setFromMatrix3Column(this,1),n.setFromMatrix3Column(this,2),this}setFromMatrix4(t){let e=t.elements;return this.set(e[0],e[4],e[8],e[1],e[5],e[9],e[2],e[6],e[10]),this}multiply(t){return this.multiplyMatrices(this,t)}premultiply(t){return this.multiplyMatrices(t,this)}multiplyMatrices(t,e){let n=t.elements,s=e.elements,r=this.elements,o=n[0],a=n[3],l=n[6],c=n[1],h=n[4],u=n[7],d=n[2],f=n[5],p=n[8],x=s[0],m=s[3],g=s[6],S=s[1],E=s[4],y=s[7],R=s[2],T=s[5],_=s[8];return r[0]=o*x+a*S+l*R,r[3]=o*m+a*E+l*T,r[6]=o*g+a*y+l*_,r[1]=c*x+h*S+u*R,r[4]=c*m+h*E+u*T,r[7]=c*g+h*y+u*_,r[2]=d*x+f*S+p*R,r[5]=d*m+f*E+p*T,r[8]=d*g+f*y+p*_,this}multiplyScalar(t){let e=this.elements;return e[0]*=t,e[3]*=t,e[6]*=t,e[1]*=t,e[4]*=t,e[7]*=t,e[2]*=t,e[5]*=t,e[8]*=t,this}determinant(){let t=this.elements,e=t[0],n=t[1],s=t[2],r=t[3],o=t[4],a=t[5],l=t[6],c=t[7],h=t[8];return e*o*h-e*a*c-n*r*h+n*a*l+s*r*c-s*o*l}invert(){let t=this.elements,e=t[0],n=t[1],s=t[2],r=t[3],o=t[4],a=t[5],l=t[6],c=t[7],h=t[8],u=h*o-a*c,d=a*l-h*r,f=c*r-o*l,p=e*u+n*d+s*f;if(p===0)return this.set(0,0,0,0,0,0,0,0,0);let x=1/p;return t[0]=u*x,t[1]=(s*c-h*n)*x,t[2]=(a*n-s*o)*x,t[3]=d*x,t[4]=(h*e-s*l)*x,t[5]=(s*r-a*e)*x,t[6]=f*x,t[7]=(n*l-c*e)*x,t[8]=(o*e-n*r)*x,this}transpose(){let t,e=this.elements;return t=e[1],e[1]=e[3],e[3]=t,t=e[2],e[2]=e[6],e[6]=t,t=e[5],e[5]=e[7],e[7]=t,this}getNormalMatrix(t){return this.setFromMatrix4(t).invert().transpose()}transposeIntoArray(t){let e=this.elements;return t[0]=e[0],t[1]=e[3],t[2]=e[6],t[3]=e[1],t[4]=e[4],t[5]=e[7],t[6]=e[2],t[7]=e[5],t[8]=e[8],this}setUvTransform(t,e,n,s,r,o,a){let l=Math.cos(r),c=Math.sin(r);return this.set(n*l,n*c,-n*(l*o+c*a)+o+t,-s*c,s*l,-s*(-c*o+l*a)+a+e,0,0,1),this}scale(t,e){return Yo("Matrix3: .scale() is deprecated. Use .makeScale() instead."),this.premultiply(Pu.makeScale(t,e)),this}rotate(t){return Yo("Matrix3: .rotate() is deprecated. Use .makeRotation() instead."),this.premultiply(Pu.makeRotation(-t)),this}translate(t,e){return Yo("Matrix3: .translate() is deprecated. Use .makeTranslation() instead."),this.premultiply(Pu.makeTranslation(t,e)),this}makeTranslation(t,e){return t.isVector2?this.set(1,0,t.x,0,1,t.y,0,0,1):this.set(1,0,t,0,1,e,0,0,1),this}makeRotation(t){let e=Math.cos(t),n=Math.sin(t);return this.set(e,-n,0,n,e,0,0,0,1),this}makeScale(t,e){return this.set(t,0,0,0,e,0,0,0,1),this}equals(t){let e=this.elements,n=t.elements;for(let s=0;s<9;s++)if(e[s]!==n[s])return!1;return!0}fromArray(t,e=0){for(let n=0;n<9;n++)this.elements[n]=t[n+e];return this}toArray(t=[],e=0){let n=this.elements;return t[e]=n[0],t[e+1]=n[1],t[e+2]=n[2],t[e+3]=n[3],t[e+4]=n[4],t[e+5]=n[5],t[e+6]=n[6],t[e+7]=n[7],t[e+8]=n[8],t}clone(){return new this.constructor().fromArray(this.elements)}},Pu=new ie,Cp=new ie().set(.4123908,.3575843,.1804808,.212639,.7151687,.0721923,.0193308,.1191948,.9505322),Pp=new ie().set(3.2409699,-1.5373832,-.4986108,-.9692436,1.8759675,.0415551,.0556301,-.203977,1.0569715);function Ax(){let i={enabled:!0,workingColorSpace:Qo,spaces:{},convert:function(s,r,o){return this.enabled===!1||r===o||!r||!o||(this.spaces[r].transfer===Ee&&(s.r=xs(s.r),s.g=xs(s.g),s.b=xs(s.b)),this.spaces[r].primaries!==this.spaces[o].primaries&&(s.applyMatrix3(this.spaces[r].toXYZ),s.applyMatrix3(this.spaces[o].fromXYZ)),this.spaces[o].transfer===Ee&&(s.r=Kr(s.r),s.g=Kr(s.g),s.b=Kr(s.b))),s},workingToColorSpace:function(s,r){return this.convert(s,this.workingColorSpace,r)},colorSpaceToWorking:function(s,r){return this.convert(s,r,this.workingColorSpace)},getPrimaries:function(s){return this.spaces[s].primaries},getTransfer:function(s){return s===As?ta:this.spaces[s].transfer},getToneMappingMode:function(s){return this.spaces[s].outputColorSpaceConfig.toneMappingMode||"standard"},getLuminanceCoefficients:function(s,r=this.workingColorSpace){return s.fromArray(this.spaces[r].luminanceCoefficients)},define:function(s){Object.assign(this.spaces,s)},_getMatrix:function(s,r,o){return s.copy(this.spaces[o].fromXYZ).multiply(this.spaces[r].toXYZ)},_getDrawingBufferColorSpace:function(s){return this.spaces[s].outputColorSpaceConfig.drawingBufferColorSpace},_getUnpackColorSpace:function(s=this.workingColorSpace){return this.spaces[s].workingColorSpaceConfig.unpackColorSpace}},t=[.64,.33,.3,.6,.15,.06],e=[.2126,.7152,.0722],n=[.3127,.329];return i.define({[Qo]:{primaries:t,whitePoint:n,transfer:ta,toXYZ:Cp,fromXYZ:Pp,luminanceCoefficients:e,workingColorSpaceConfig:{unpackColorSpace:qn},outputColorSpaceConfig:{drawingBufferColorSpace:qn}},[qn]:{primaries:t,whitePoint:n,transfer:Ee,toXYZ:Cp,fromXYZ:Pp,luminanceCoefficients:e,outputColorSpaceConfig:{drawingBufferColorSpace:qn}}}),i}var _e=Ax();function xs(i){return i<.04045?i*.0773993808:Math.pow(i*.9478672986+.0521327014,2.4)}function Kr(i){return i<.0031308?i*12.92:1.055*Math.pow(i,.41666)-.055}var Ur,Jl=class{static getDataURL(t,e="image/png"){if(/^data:/i.test(t.src)||typeof HTMLCanvasElement>"u")return t.src;let n;if(t instanceof HTMLCanvasElement)n=t;else{Ur===void 0&&(Ur=ea("canvas")),Ur.width=t.width,Ur.height=t.height;let s=Ur.getContext("2d");t instanceof ImageData?s.putImageData(t,0,0):s.drawImage(t,0,0,t.width,t.height),n=Ur}return n.toDataURL(e)}static sRGBToLinear(t){if(typeof HTMLImageElement<"u"&&t instanceof HTMLImageElement||typeof HTMLCanvasElement<"u"&&t instanceof HTMLCanvasElement||typeof ImageBitmap<"u"&&t instanceof ImageBitmap){let e=ea("canvas");e.width=t.width,e.height=t.height;let n=e.getContext("2d");n.drawImage(t,0,0,t.width,t.height);let s=n.getImageData(0,0,t.width,t.height),r=s.data;for(let o=0;o<r.length;o++)r[o]=xs(r[o]/255)*255;return n.putImageData(s,0,0),e}else if(t.data){let e=t.data.slice(0);for(let n=0;n<e.length;n++)e instanceof Uint8Array||e instanceof Uint8ClampedArray?e[n]=Math.floor(xs(e[n]/255)*255):e[n]=xs(e[n]);return{data:e,width:t.width,height:t.height}}else return Jt("ImageUtils.sRGBToLinear(): Unsupported image type. No color space conversion applied."),t}},Tx=0,no=class{constructor(t=null){this.isTextureSource=!0,Object.defineProperty(this,"id",{value:Tx++}),this.uuid=Ys(),this.data=t,this.dataReady=!0,this.version=0}getSize(t){let e=this.data;return typeof HTMLVideoElement<"u"&&e instanceof HTMLVideoElement?t.set(e.videoWidth,e.videoHeight,0):typeof VideoFrame<"u"&&e instanceof VideoFrame?t.set(e.displayWidth,e.displayHeight,0):e!==null?t.set(e.width||0,e.height||0,e.depth||0):t.set(0,0,0),t}set needsUpdate(t){t===!0&&this.version++}toJSON(t){let e=t===void 0||typeof t=="string";if(!e&&t.images[this.uuid]!==void 0)return t.images[this.uuid];let n={uuid:this.uuid,url:""},s=this.data;if(s!==null){let r;if(Array.isArray(s)){r=[];for(let o=0,a=s.length;o<a;o++)s[o].isDataTexture?r.push(Iu(s[o].image)):r.push(Iu(s[o]))}else r=Iu(s);n.url=r}return e||(t.images[this.uuid]=n),n}};function Iu(i){return typeof HTMLImageElement<"u"&&i instanceof HTMLImageElement||typeof HTMLCanvasElement<"u"&&i instanceof HTMLCanvasElement||typeof ImageBitmap<"u"&&i instanceof ImageBitmap?Jl.getDataURL(i):i.data?{data:Array.from(i.data),width:i.width,height:i.height,type:i.data.constructor.name}:(Jt("Texture: Unable to serialize Texture."),{})}var Ex=0,Lu=new C,Zn=class i extends Ji{constructor(t=i.DEFAULT_IMAGE,e=i.DEFAULT_MAPPING,n=Zi,s=Zi,r=$n,o=bs,a=ui,l=ii,c=i.DEFAULT_ANISOTROPY,h=As){super(),this.isTexture=!0,Object.defineProperty(this,"id",{value:Ex++}),this.uuid=Ys(),this.name="",this.source=new no(t),this.mipmaps=[],this.mapping=e,this.channel=0,this.wrapS=n,this.wrapT=s,this.magFilter=r,this.minFilter=o,this.anisotropy=c,this.format=a,this.internalFormat=null,this.type=l,this.offset=new Ht(0,0),this.repeat=new Ht(1,1),this.center=new Ht(0,0),this.rotation=0,this.matrixAutoUpdate=!0,this.matrix=new ie,this.generateMipmaps=!0,this.mipmapsAutoUpdate=!0,this.premultiplyAlpha=!1,this.flipY=!0,this.unpackAlignment=4,this.colorSpace=h,this.userData={},this.updateRanges=[],this.version=0,this.onUpdate=null,this.renderTarget=null,this.isRenderTargetTexture=!1,this.isArrayTexture=!!(t&&t.depth&&t.depth>1),this.pmremVersion=0,this.isPMREMTexture=!1,this.normalized=!1}get width(){return this.source.getSize(Lu).x}get height(){return this.source.getSize(Lu).y}get depth(){return this.source.getSize(Lu).z}get image(){return this.source.data}set image(t){this.source.data=t}updateMatrix(){this.matrix.setUvTransform(this.offset.x,this.offset.y,this.repeat.x,this.repeat.y,this.rotation,this.center.x,this.center.y)}addUpdateRange(t,e){this.updateRanges.push({start:t,count:e})}clearUpdateRanges(){this.updateRanges.length=0}clone(){return new this.constructor().copy(this)}copy(t){return this.name=t.name,this.source=t.source,this.mipmaps=t.mipmaps.slice(0),this.mapping=t.mapping,this.channel=t.channel,this.wrapS=t.wrapS,this.wrapT=t.wrapT,this.magFilter=t.magFilter,this.minFilter=t.minFilter,this.anisotropy=t.anisotropy,this.format=t.format,this.internalFormat=t.internalFormat,this.type=t.type,this.normalized=t.normalized,this.offset.copy(t.offset),this.repeat.copy(t.repeat),this.center.copy(t.center),this.rotation=t.rotation,this.matrixAutoUpdate=t.matrixAutoUpdate,this.matrix.copy(t.matrix),this.generateMipmaps=t.generateMipmaps,this.mipmapsAutoUpdate=t.mipmapsAutoUpdate,this.premultiplyAlpha=t.premultiplyAlpha,this.flipY=t.flipY,this.unpackAlignment=t.unpackAlignment,this.colorSpace=t.colorSpace,this.renderTarget=t.renderTarget,this.isRenderTargetTexture=t.isRenderTargetTexture,this.isPMREMTexture=t.isPMREMTexture,this.isArrayTexture=t.isArrayTexture,this.userData=JSON.parse(JSON.stringify(t.userData)),this.needsUpdate=!0,this}setValues(t){for(let e in t){let n=t[e];if(n===void 0){Jt(`Texture.setValues(): parameter '${e}' has value of undefined.`);continue}let s=this[e];if(s===void 0){Jt(`Texture.setValues(): property '${e}' does not exist.`);continue}s&&n&&s.isVector2&&n.isVector2||s&&n&&s.isVector3&&n.isVector3||s&&n&&s.isMatrix3&&n.isMatrix3?s.copy(n):this[e]=n}}toJSON(t){let e=t===void 0||typeof t=="string";if(!e&&t.textures[this.uuid]!==void 0)return t.textures[this.uuid];let n={metadata:{version:4.7,type:"Texture",generator:"Texture.toJSON"},uuid:this.uuid,name:this.name,image:this.source.toJSON(t).uuid,mapping:this.mapping,channel:this.channel,repeat:[this.repeat.x,this.repeat.y],offset:[this.offset.x,this.offset.y],center:[this.center.x,this.center.y],rotation:this.rotation,wrap:[this.wrapS,this.wrapT],format:this.format,internalFormat:this.internalFormat,type:this.type,normalized:this.normalized,colorSpace:this.colorSpace,minFilter:this.minFilter,magFilter:this.magFilter,anisotropy:this.anisotropy,flipY:this.flipY,generateMipmaps:this.generateMipmaps,mipmapsAutoUpdate:this.mipmapsAutoUpdate,premultiplyAlpha:this.premultiplyAlpha,unpackAlignment:this.unpackAlignment};return Object.keys(this.userData).length>0&&(n.userData=this.userData),e||(t.textures[this.uuid]=n),n}dispose(){this.dispatchEvent({type:"dispose"})}transformUv(t){if(this.mapping!==Ad)return t;if(t.applyMatrix3(this.matrix),t.x<0||t.x>1)switch(this.wrapS){case Yl:t.x=t.x-Math.floor(t.x);break;case Zi:t.x=t.x<0?0:1;break;case $l:Math.abs(Math.floor(t.x)%2)===1?t.x=Math.ceil(t.x)-t.x:t.x=t.x-Math.floor(t.x);break}if(t.y<0||t.y>1)switch(this.wrapT){case Yl:t.y=t.y-Math.floor(t.y);break;case Zi:t.y=t.y<0?0:1;break;case $l:Math.abs(Math.floor(t.y)%2)===1?t.y=Math.ceil(t.y)-t.y:t.y=t.y-Math.floor(t.y);break}return this.flipY&&(t.y=1-t.y),t}set needsUpdate(t){t===!0&&(this.version++,this.source.needsUpdate=!0)}set needsPMREMUpdate(t){t===!0&&this.pmremVersion++}};Zn.DEFAULT_IMAGE=null;Zn.DEFAULT_MAPPING=Ad;Zn.DEFAULT_ANISOTROPY=1;var Re=class{static{this.prototype.isVector4=!0}constructor(t=0,e=0,n=0,s=1){this.x=t,this.y=e,this.z=n,this.w=s}get width(){return this.z}set width(t){this.z=t}get height(){return this.w}set height(t){this.w=t}set(t,e,n,s){return this.x=t,this.y=e,this.z=n,this.w=s,this}setScalar(t){return this.x=t,this.y=t,this.z=t,this.w=t,this}setX(t){return this.x=t,this}setY(t){return this.y=t,this}setZ(t){return this.z=t,this}setW(t){return this.w=t,this}setComponent(t,e){switch(t){case 0:this.x=e;break;case 1:this.y=e;break;case 2:this.z=e;break;case 3:this.w=e;break;default:throw new Error("THREE.Vector4: index is out of range: "+t)}return this}getComponent(t){switch(t){case 0:return this.x;case 1:return this.y;case 2:return this.z;case 3:return this.w;default:throw new Error("THREE.Vector4: index is out of range: "+t)}}clone(){return new this.constructor(this.x,this.y,this.z,this.w)}copy(t){return this.x=t.x,this.y=t.y,this.z=t.z,this.w=t.w!==void 0?t.w:1,this}add(t){return this.x+=t.x,this.y+=t.y,this.z+=t.z,this.w+=t.w,this}addScalar(t){return this.x+=t,this.y+=t,this.z+=t,this.w+=t,this}addVectors(t,e){return this.x=t.x+e.x,this.y=t.y+e.y,this.z=t.z+e.z,this.w=t.w+e.w,this}addScaledVector(t,e){return this.x+=t.x*e,this.y+=t.y*e,this.z+=t.z*e,this.w+=t.w*e,this}sub(t){return this.x-=t.x,this.y-=t.y,this.z-=t.z,this.w-=t.w,this}subScalar(t){return this.x-=t,this.y-=t,this.z-=t,this.w-=t,this}subVectors(t,e){return this.x=t.x-e.x,this.y=t.y-e.y,this.z=t.z-e.z,this.w=t.w-e.w,this}multiply(t){return this.x*=t.x,this.y*=t.y,this.z*=t.z,this.w*=t.w,this}multiplyScalar(t){return this.x*=t,this.y*=t,this.z*=t,this.w*=t,this}applyMatrix4(t){let e=this.x,n=this.y,s=this.z,r=this.w,o=t.elements;return this.x=o[0]*e+o[4]*n+o[8]*s+o[12]*r,this.y=o[1]*e+o[5]*n+o[9]*s+o[13]*r,this.z=o[2]*e+o[6]*n+o[10]*s+o[14]*r,this.w=o[3]*e+o[7]*n+o[11]*s+o[15]*r,this}divide(t){return this.x/=t.x,this.y/=t.y,this.z/=t.z,this.w/=t.w,this}divideScalar(t){return this.multiplyScalar(1/t)}setAxisAngleFromQuaternion(t){this.w=2*Math.acos(t.w);let e=Math.sqrt(1-t.w*t.w);return e<1e-4?(this.x=1,this.y=0,this.z=0):(this.x=t.x/e,this.y=t.y/e,this.z=t.z/e),this}setAxisAngleFromRotationMatrix(t){let e,n,s,r,l=t.elements,c=l[0],h=l[4],u=l[8],d=l[1],f=l[5],p=l[9],x=l[2],m=l[6],g=l[10];if(Math.abs(h-d)<.01&&Math.abs(u-x)<.01&&Math.abs(p-m)<.01){if(Math.abs(h+d)<.1&&Math.abs(u+x)<.1&&Math.abs(p+m)<.1&&Math.abs(c+f+g-3)<.1)return this.set(1,0,0,0),this;e=Math.PI;let E=(c+1)/2,y=(f+1)/2,R=(g+1)/2,T=(h+d)/4,_=(u+x)/4,w=(p+m)/4;return E>y&&E>R?E<.01?(n=0,s=.707106781,r=.707106781):(n=Math.sqrt(E),s=T/n,r=_/n):y>R?y<.01?(n=.707106781,s=0,r=.707106781):(s=Math.sqrt(y),n=T/s,r=w/s):R<.01?(n=.707106781,s=.707106781,r=0):(r=Math.sqrt(R),n=_/r,s=w/r),this.set(n,s,r,e),this}let S=Math.sqrt((m-p)*(m-p)+(u-x)*(u-x)+(d-h)*(d-h));return Math.abs(S)<.001&&(S=1),this.x=(m-p)/S,this.y=(u-x)/S,this.z=(d-h)/S,this.w=Math.acos((c+f+g-1)/2),this}setFromMatrixPosition(t){let e=t.elements;return this.x=e[12],this.y=e[13],this.z=e[14],this.w=e[15],this}min(t){return this.x=Math.min(this.x,t.x),this.y=Math.min(this.y,t.y),this.z=Math.min(this.z,t.z),this.w=Math.min(this.w,t.w),this}max(t){return this.x=Math.max(this.x,t.x),this.y=Math.max(this.y,t.y),this.z=Math.max(this.z,t.z),this.w=Math.max(this.w,t.w),this}clamp(t,e){return this.x=le(this.x,t.x,e.x),this.y=le(this.y,t.y,e.y),this.z=le(this.z,t.z,e.z),this.w=le(this.w,t.w,e.w),this}clampScalar(t,e){return this.x=le(this.x,t,e),this.y=le(this.y,t,e),this.z=le(this.z,t,e),this.w=le(this.w,t,e),this}clampLength(t,e){let n=this.length();return this.divideScalar(n||1).multiplyScalar(le(n,t,e))}floor(){return this.x=Math.floor(this.x),this.y=Math.floor(this.y),this.z=Math.floor(this.z),this.w=Math.floor(this.w),this}ceil(){return this.x=Math.ceil(this.x),this.y=Math.ceil(this.y),this.z=Math.ceil(this.z),this.w=Math.ceil(this.w),this}round(){return this.x=Math.round(this.x),this.y=Math.round(this.y),this.z=Math.round(this.z),this.w=Math.round(this.w),this}roundToZero(){return this.x=Math.trunc(this.x),this.y=Math.trunc(this.y),this.z=Math.trunc(this.z),this.w=Math.trunc(this.w),this}negate(){return this.x=-this.x,this.y=-this.y,this.z=-this.z,this.w=-this.w,this}dot(t){return this.x*t.x+this.y*t.y+this.z*t.z+this.w*t.w}lengthSq(){return this.x*this.x+this.y*this.y+this.z*this.z+this.w*this.w}length(){return Math.sqrt(this.x*this.x+this.y*this.y+this.z*this.z+this.w*this.w)}manhattanLength(){return Math.abs(this.x)+Math.abs(this.y)+Math.abs(this.z)+Math.abs(this.w)}normalize(){return this.divideScalar(this.length()||1)}setLength(t){return this.normalize().multiplyScalar(t)}lerp(t,e){return this.x+=(t.x-this.x)*e,this.y+=(t.y-this.y)*e,this.z+=(t.z-this.z)*e,this.w+=(t.w-this.w)*e,this}lerpVectors(t,e,n){return this.x=t.x+(e.x-t.x)*n,this.y=t.y+(e.y-t.y)*n,this.z=t.z+(e.z-t.z)*n,this.w=t.w+(e.w-t.w)*n,this}equals(t){return t.x===this.x&&t.y===this.y&&t.z===this.z&&t.w===this.w}fromArray(t,e=0){return this.x=t[e],this.y=t[e+1],this.z=t[e+2],this.w=t[e+3],this}toArray(t=[],e=0){return t[e]=this.x,t[e+1]=this.y,t[e+2]=this.z,t[e+3]=this.w,t}fromBufferAttribute(t,e){return this.x=t.getX(e),this.y=t.getY(e),this.z=t.getZ(e),this.w=t.getW(e),this}random(){return this.x=Math.random(),this.y=Math.random(),this.z=Math.random(),this.w=Math.random(),this}*[Symbol.iterator](){yield this.x,yield this.y,yield this.z,yield this.w}},Kl=class extends Ji{constructor(t=1,e=1,n={}){super(),n=Object.assign({generateMipmaps:!1,internalFormat:null,minFilter:$n,depthBuffer:!0,stencilBuffer:!1,resolveColorBuffer:!0,resolveDepthBuffer:!0,resolveStencilBuffer:!0,storeMultisampledColorBuffer:!0,storeMultisampledDepthBuffer:!0,storeMultisampledStencilBuffer:!0,depthTexture:null,samples:0,count:1,depth:1,multiview:!1,useArrayDepthTexture:!1},n),this.isRenderTarget=!0,this.width=t,this.height=e,this.depth=n.depth,this.scissor=new Re(0,0,t,e),this.scissorTest=!1,this.viewport=new Re(0,0,t,e),this.textures=[];let s=n.count;for(let r=0;r<s;r++)this.textures[r]=new Zn({width:t,height:e,depth:n.depth}),this.textures[r].isRenderTargetTexture=!0,this.textures[r].renderTarget=this;this._setTextureOptions(n),this.depthBuffer=n.depthBuffer,this.stencilBuffer=n.stencilBuffer,this.resolveColorBuffer=n.resolveColorBuffer,this.resolveDepthBuffer=n.resolveDepthBuffer,this.resolveStencilBuffer=n.resolveStencilBuffer,this.storeMultisampledColorBuffer=n.storeMultisampledColorBuffer,this.storeMultisampledDepthBuffer=n.storeMultisampledDepthBuffer,this.storeMultisampledStencilBuffer=n.storeMultisampledStencilBuffer,this._depthTexture=null,this.depthTexture=n.depthTexture,this.samples=n.samples,this.multiview=n.multiview,this.useArrayDepthTexture=n.useArrayDepthTexture}_setTextureOptions(t={}){let e={minFilter:$n,generateMipmaps:!1,flipY:!1,internalFormat:null};t.mapping!==void 0&&(e.mapping=t.mapping),t.wrapS!==void 0&&(e.wrapS=t.wrapS),t.wrapT!==void 0&&(e.wrapT=t.wrapT),t.wrapR!==void 0&&(e.wrapR=t.wrapR),t.magFilter!==void 0&&(e.magFilter=t.magFilter),t.minFilter!==void 0&&(e.minFilter=t.minFilter),t.format!==void 0&&(e.format=t.format),t.type!==void 0&&(e.type=t.type),t.anisotropy!==void 0&&(e.anisotropy=t.anisotropy),t.colorSpace!==void 0&&(e.colorSpace=t.colorSpace),t.flipY!==void 0&&(e.flipY=t.flipY),t.generateMipmaps!==void 0&&(e.generateMipmaps=t.generateMipmaps),t.mipmapsAutoUpdate!==void 0&&(e.mipmapsAutoUpdate=t.mipmapsAutoUpdate),t.internalFormat!==void 0&&(e.internalFormat=t.internalFormat);for(let n=0;n<this.textures.length;n++)this.textures[n].setValues(e)}get texture(){return this.textures[0]}set texture(t){this.textures[0]=t}set depthTexture(t){this._depthTexture!==null&&this._depthTexture.renderTarget===this&&(this._depthTexture.renderTarget=null),t!==null&&t.renderTarget===null&&(t.renderTarget=this),this._depthTexture=t}get depthTexture(){return this._depthTexture}setSize(t,e,n=1){if(this.width!==t||this.height!==e||this.depth!==n){this.width=t,this.height=e,this.depth=n;for(let s=0,r=this.textures.length;s<r;s++)this.textures[s].image.width=t,this.textures[s].image.height=e,this.textures[s].image.depth=n,this.textures[s].isData3DTexture!==!0&&(this.textures[s].isArrayTexture=this.textures[s].image.depth>1);this.dispose()}this.viewport.set(0,0,t,e),this.scissor.set(0,0,t,e)}clone(){return new this.constructor().copy(this)}copy(t){this.width=t.width,this.height=t.height,this.depth=t.depth,this.scissor.copy(t.scissor),this.scissorTest=t.scissorTest,this.viewport.copy(t.viewport),this.textures.length=0;for(let e=0,n=t.textures.length;e<n;e++){this.textures[e]=t.textures[e].clone(),this.textures[e].isRenderTargetTexture=!0,this.textures[e].renderTarget=this;let s=Object.assign({},t.textures[e].image);this.textures[e].source=new no(s)}if(this.depthBuffer=t.depthBuffer,this.stencilBuffer=t.stencilBuffer,this.resolveColorBuffer=t.resolveColorBuffer,this.resolveDepthBuffer=t.resolveDepthBuffer,this.resolveStencilBuffer=t.resolveStencilBuffer,this.storeMultisampledColorBuffer=t.storeMultisampledColorBuffer,this.storeMultisampledDepthBuffer=t.storeMultisampledDepthBuffer,this.storeMultisampledStencilBuffer=t.storeMultisampledStencilBuffer,t.depthTexture!==null)if(t.depthTexture.renderTarget===t){let e=t.depthTexture.clone();e.renderTarget=null,this.depthTexture=e}else this.depthTexture=t.depthTexture;else this.depthTexture=null;return this.samples=t.samples,this.multiview=t.multiview,this.useArrayDepthTexture=t.useArrayDepthTexture,this}dispose(){this.dispatchEvent({type:"dispose"})}},di=class extends Kl{constructor(t=1,e=1,n={}){super(t,e,n),this.isWebGLRenderTarget=!0}},ia=class extends Zn{constructor(t=null,e=1,n=1,s=1){super(null),this.isDataArrayTexture=!0,this.image={data:t,width:e,height:n,depth:s},this.magFilter=En,this.minFilter=En,this.wrapR=Zi,this.generateMipmaps=!1,this.flipY=!1,this.unpackAlignment=1,this.layerUpdates=new Set}copy(t){return super.copy(t),this.wrapR=t.wrapR,this}addLayerUpdate(t){this.layerUpdates.add(t)}clearLayerUpdates(){this.layerUpdates.clear()}};var jl=class extends Zn{constructor(t=null,e=1,n=1,s=1){super(null),this.isData3DTexture=!0,this.image={data:t,width:e,height:n,depth:s},this.magFilter=En,this.minFilter=En,this.wrapR=Zi,this.generateMipmaps=!1,this.flipY=!1,this.unpackAlignment=1}copy(t){return super.copy(t),this.wrapR=t.wrapR,this}};var Ot=class i{static{this.prototype.isMatrix4=!0}constructor(t,e,n,s,r,o,a,l,c,h,u,d,f,p,x,m){this.elements=[1,0,0,0,0,1,0,0,0,0,1,0,0,0,0,1],t!==void 0&&this.set(t,e,n,s,r,o,a,l,c,h,u,d,f,p,x,m)}set(t,e,n,s,r,o,a,l,c,h,u,d,f,p,x,m){let g=this.elements;return g[0]=t,g[4]=e,g[8]=n,g[12]=s,g[1]=r,g[5]=o,g[9]=a,g[13]=l,g[2]=c,g[6]=h,g[10]=u,g[14]=d,g[3]=f,g[7]=p,g[11]=x,g[15]=m,this}identity(){return this.set(1,0,0,0,0,1,0,0,0,0,1,0,0,0,0,1),this}clone(){return new i().fromArray(this.elements)}copy(t){let e=this.elements,n=t.elements;return e[0]=n[0],e[1]=n[1],e[2]=n[2],e[3]=n[3],e[4]=n[4],e[5]=n[5],e[6]=n[6],e[7]=n[7],e[8]=n[8],e[9]=n[9],e[10]=n[10],e[11]=n[11],e[12]=n[12],e[13]=n[13],e[14]=n[14],e[15]=n[15],this}copyPosition(t){let e=this.elements,n=t.elements;return e[12]=n[12],e[13]=n[13],e[14]=n[14],this}setFromMatrix3(t){let e=t.elements;return this.set(e[0],e[3],e[6],0,e[1],e[4],e[7],0,e[2],e[5],e[8],0,0,0,0,1),this}extractBasis(t,e,n){return this.determinantAffine()===0?(t.set(1,0,0),e.set(0,1,0),n.set(0,0,1),this):(t.setFromMatrixColumn(this,0),e.setFromMatrixColumn(this,1),n.setFromMatrixColumn(this,2),this)}makeBasis(t,e,n){return this.set(t.x,e.x,n.x,0,t.y,e.y,n.y,0,t.z,e.z,n.z,0,0,0,0,1),this}extractRotation(t){if(t.determinantAffine()===0)return this.identity();let e=this.elements,n=t.elements,s=1/Fr.setFromMatrixColumn(t,0).length(),r=1/Fr.setFromMatrixColumn(t,1).length(),o=1/Fr.setFromMatrixColumn(t,2).length();return e[0]=n[0]*s,e[1]=n[1]*s,e[2]=n[2]*s,e[3]=0,e[4]=n[4]*r,e[5]=n[5]*r,e[6]=n[6]*r,e[7]=0,e[8]=n[8]*o,e[9]=n[9]*o,e[10]=n[10]*o,e[11]=0,e[12]=0,e[13]=0,e[14]=0,e[15]=1,this}makeRotationFromEuler(t){let e=this.elements,n=t.x,s=t.y,r=t.z,o=Math.cos(n),a=Math.sin(n),l=Math.cos(s),c=Math.sin(s),h=Math.cos(r),u=Math.sin(r);if(t.order==="XYZ"){let d=o*h,f=o*u,p=a*h,x=a*u;e[0]=l*h,e[4]=-l*u,e[8]=c,e[1]=f+p*c,e[5]=d-x*c,e[9]=-a*l,e[2]=x-d*c,e[6]=p+f*c,e[10]=o*l}else if(t.order==="YXZ"){let d=l*h,f=l*u,p=c*h,x=c*u;e[0]=d+x*a,e[4]=p*a-f,e[8]=o*c,e[1]=o*u,e[5]=o*h,e[9]=-a,e[2]=f*a-p,e[6]=x+d*a,e[10]=o*l}else if(t.order==="ZXY"){let d=l*h,f=l*u,p=c*h,x=c*u;e[0]=d-x*a,e[4]=-o*u,e[8]=p+f*a,e[1]=f+p*a,e[5]=o*h,e[9]=x-d*a,e[2]=-o*c,e[6]=a,e[10]=o*l}else if(t.order==="ZYX"){let d=o*h,f=o*u,p=a*h,x=a*u;e[0]=l*h,e[4]=p*c-f,e[8]=d*c+x,e[1]=l*u,e[5]=x*c+d,e[9]=f*c-p,e[2]=-c,e[6]=a*l,e[10]=o*l}else if(t.order==="YZX"){let d=o*l,f=o*c,p=a*l,x=a*c;e[0]=l*h,e[4]=x-d*u,e[8]=p*u+f,e[1]=u,e[5]=o*h,e[9]=-a*h,e[2]=-c*h,e[6]=f*u+p,e[10]=d-x*u}else if(t.order==="XZY"){let d=o*l,f=o*c,p=a*l,x=a*c;e[0]=l*h,e[4]=-u,e[8]=c*h,e[1]=d*u+x,e[5]=o*h,e[9]=f*u-p,e[2]=p*u-f,e[6]=a*h,e[10]=x*u+d}return e[3]=0,e[7]=0,e[11]=0,e[12]=0,e[13]=0,e[14]=0,e[15]=1,this}makeRotationFromQuaternion(t){return this.compose(Rx,t,Cx)}lookAt(t,e,n){let s=this.elements;return li.subVectors(t,e),li.lengthSq()===0&&(li.z=1),li.normalize(),Ns.crossVectors(n,li),Ns.lengthSq()===0&&(Math.abs(n.z)===1?li.x+=1e-4:li.z+=1e-4,li.normalize(),Ns.crossVectors(n,li)),Ns.normalize(),dl.crossVectors(li,Ns),s[0]=Ns.x,s[4]=dl.x,s[8]=li.x,s[1]=Ns.y,s[5]=dl.y,s[9]=li.y,s[2]=Ns.z,s[6]=dl.z,s[10]=li.z,this}multiply(t){return this.multiplyMatrices(this,t)}premultiply(t){return this.multiplyMatrices(t,this)}multiplyMatrices(t,e){let n=t.elements,s=e.elements,r=this.elements,o=n[0],a=n[4],l=n[8],c=n[12],h=n[1],u=n[5],d=n[9],f=n[13],p=n[2],x=n[6],m=n[10],g=n[14],S=n[3],E=n[7],y=n[11],R=n[15],T=s[0],_=s[4],w=s[8],F=s[12],I=s[1],D=s[5],z=s[9],V=s[13],N=s[2],H=s[6],q=s[10],G=s[14],lt=s[3],$=s[7],K=s[11],et=s[15];return r[0]=o*T+a*I+l*N+c*lt,r[4]=o*_+a*D+l*H+c*$,r[8]=o*w+a*z+l*q+c*K,r[12]=o*F+a*V+l*G+c*et,r[1]=h*T+u*I+d*N+f*lt,r[5]=h*_+u*D+d*H+f*$,r[9]=h*w+u*z+d*q+f*K,r[13]=h*F+u*V+d*G+f*et,r[2]=p*T+x*I+m*N+g*lt,r[6]=p*_+x*D+m*H+g*$,r[10]=p*w+x*z+m*q+g*K,r[14]=p*F+x*V+m*G+g*et,r[3]=S*T+E*I+y*N+R*lt,r[7]=S*_+E*D+y*H+R*$,r[11]=S*w+E*z+y*q+R*K,r[15]=S*F+E*V+y*G+R*et,this}multiplyScalar(t){let e=this.elements;return e[0]*=t,e[4]*=t,e[8]*=t,e[12]*=t,e[1]*=t,e[5]*=t,e[9]*=t,e[13]*=t,e[2]*=t,e[6]*=t,e[10]*=t,e[14]*=t,e[3]*=t,e[7]*=t,e[11]*=t,e[15]*=t,this}determinant(){let t=this.elements,e=t[0],n=t[4],s=t[8],r=t[12],o=t[1],a=t[5],l=t[9],c=t[13],h=t[2],u=t[6],d=t[10],f=t[14],p=t[3],x=t[7],m=t[11],g=t[15],S=l*f-c*d,E=a*f-c*u,y=a*d-l*u,R=o*f-c*h,T=o*d-l*h,_=o*u-a*h;return e*(x*S-m*E+g*y)-n*(p*S-m*R+g*T)+s*(p*E-x*R+g*_)-r*(p*y-x*T+m*_)}determinantAffine(){let t=this.elements,e=t[0],n=t[4],s=t[8],r=t[1],o=t[5],a=t[9],l=t[2],c=t[6],h=t[10];return e*(o*h-a*c)-n*(r*h-a*l)+s*(r*c-o*l)}transpose(){let t=this.elements,e;return e=t[1],t[1]=t[4],t[4]=e,e=t[2],t[2]=t[8],t[8]=e,e=t[6],t[6]=t[9],t[9]=e,e=t[3],t[3]=t[12],t[12]=e,e=t[7],t[7]=t[13],t[13]=e,e=t[11],t[11]=t[14],t[14]=e,this}setPosition(t,e,n){let s=this.elements;return t.isVector3?(s[12]=t.x,s[13]=t.y,s[14]=t.z):(s[12]=t,s[13]=e,s[14]=n),this}invert(){let t=this.elements,e=t[0],n=t[1],s=t[2],r=t[3],o=t[4],a=t[5],l=t[6],c=t[7],h=t[8],u=t[9],d=t[10],f=t[11],p=t[12],x=t[13],m=t[14],g=t[15],S=e*a-n*o,E=e*l-s*o,y=e*c-r*o,R=n*l-s*a,T=n*c-r*a,_=s*c-r*l,w=h*x-u*p,F=h*m-d*p,I=h*g-f*p,D=u*m-d*x,z=u*g-f*x,V=d*g-f*m,N=S*V-E*z+y*D+R*I-T*F+_*w;if(N===0)return this.set(0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0);let H=1/N;return t[0]=(a*V-l*z+c*D)*H,t[1]=(s*z-n*V-r*D)*H,t[2]=(x*_-m*T+g*R)*H,t[3]=(d*T-u*_-f*R)*H,t[4]=(l*I-o*V-c*F)*H,t[5]=(e*V-s*I+r*F)*H,t[6]=(m*y-p*_-g*E)*H,t[7]=(h*_-d*y+f*E)*H,t[8]=(o*z-a*I+c*w)*H,t[9]=(n*I-e*z-r*w)*H,t[10]=(p*T-x*y+g*S)*H,t[11]=(u*y-h*T-f*S)*H,t[12]=(a*F-o*D-l*w)*H,t[13]=(e*D-n*F+s*w)*H,t[14]=(x*E-p*R-m*S)*H,t[15]=(h*R-u*E+d*S)*H,this}scale(t){let e=this.elements,n=t.x,s=t.y,r=t.z;return e[0]*=n,e[4]*=s,e[8]*=r,e[1]*=n,e[5]*=s,e[9]*=r,e[2]*=n,e[6]*=s,e[10]*=r,e[3]*=n,e[7]*=s,e[11]*=r,this}getMaxScaleOnAxis(){let t=this.elements,e=t[0]*t[0]+t[1]*t[1]+t[2]*t[2],n=t[4]*t[4]+t[5]*t[5]+t[6]*t[6],s=t[8]*t[8]+t[9]*t[9]+t[10]*t[10];return Math.sqrt(Math.max(e,n,s))}makeTranslation(t,e,n){return t.isVector3?this.set(1,0,0,t.x,0,1,0,t.y,0,0,1,t.z,0,0,0,1):this.set(1,0,0,t,0,1,0,e,0,0,1,n,0,0,0,1),this}makeRotationX(t){let e=Math.cos(t),n=Math.sin(t);return this.set(1,0,0,0,0,e,-n,0,0,n,e,0,0,0,0,1),this}makeRotationY(t){let e=Math.cos(t),n=Math.sin(t);return this.set(e,0,n,0,0,1,0,0,-n,0,e,0,0,0,0,1),this}makeRotationZ(t){let e=Math.cos(t),n=Math.sin(t);return this.set(e,-n,0,0,n,e,0,0,0,0,1,0,0,0,0,1),this}makeRotationAxis(t,e){let n=Math.cos(e),s=Math.sin(e),r=1-n,o=t.x,a=t.y,l=t.z,c=r*o,h=r*a;return this.set(c*o+n,c*a-s*l,c*l+s*a,0,c*a+s*l,h*a+n,h*l-s*o,0,c*l-s*a,h*l+s*o,r*l*l+n,0,0,0,0,1),this}makeScale(t,e,n){return this.set(t,0,0,0,0,e,0,0,0,0,n,0,0,0,0,1),this}makeShear(t,e,n,s,r,o){return this.set(1,n,r,0,t,1,o,0,e,s,1,0,0,0,0,1),this}compose(t,e,n){let s=this.elements,r=e._x,o=e._y,a=e._z,l=e._w,c=r+r,h=o+o,u=a+a,d=r*c,f=r*h,p=r*u,x=o*h,m=o*u,g=a*u,S=l*c,E=l*h,y=l*u,R=n.x,T=n.y,_=n.z;return s[0]=(1-(x+g))*R,s[1]=(f+y)*R,s[2]=(p-E)*R,s[3]=0,s[4]=(f-y)*T,s[5]=(1-(d+g))*T,s[6]=(m+S)*T,s[7]=0,s[8]=(p+E)*_,s[9]=(m-S)*_,s[10]=(1-(d+x))*_,s[11]=0,s[12]=t.x,s[13]=t.y,s[14]=t.z,s[15]=1,this}decompose(t,e,n){let s=this.elements;t.x=s[12],t.y=s[13],t.z=s[14];let r=this.determinantAffine();if(r===0)return n.set(1,1,1),e.identity(),this;let o=Fr.set(s[0],s[1],s[2]).length(),a=Fr.set(s[4],s[5],s[6]).length(),l=Fr.set(s[8],s[9],s[10]).length();r<0&&(o=-o),Ii.copy(this);let c=1/o,h=1/a,u=1/l;return Ii.elements[0]*=c,Ii.elements[1]*=c,Ii.elements[2]*=c,Ii.elements[4]*=h,Ii.elements[5]*=h,Ii.elements[6]*=h,Ii.elements[8]*=u,Ii.elements[9]*=u,Ii.elements[10]*=u,e.setFromRotationMatrix(Ii),n.x=o,n.y=a,n.z=l,this}makePerspective(t,e,n,s,r,o,a=vi,l=!1){let c=this.elements,h=2*r/(e-t),u=2*r/(n-s),d=(e+t)/(e-t),f=(n+s)/(n-s),p,x;if(l)p=r/(o-r),x=o*r/(o-r);else if(a===vi)p=-(o+r)/(o-r),x=-2*o*r/(o-r);else if(a===Qr)p=-o/(o-r),x=-o*r/(o-r);else throw new Error("THREE.Matrix4.makePerspective(): Invalid coordinate system: "+a);return c[0]=h,c[4]=0,c[8]=d,c[12]=0,c[1]=0,c[5]=u,c[9]=f,c[13]=0,c[2]=0,c[6]=0,c[10]=p,c[14]=x,c[3]=0,c[7]=0,c[11]=-1,c[15]=0,this}makeOrthographic(t,e,n,s,r,o,a=vi,l=!1){let c=this.elements,h=2/(e-t),u=2/(n-s),d=-(e+t)/(e-t),f=-(n+s)/(n-s),p,x;if(l)p=1/(o-r),x=o/(o-r);else if(a===vi)p=-2/(o-r),x=-(o+r)/(o-r);else if(a===Qr)p=-1/(o-r),x=-r/(o-r);else throw new Error("THREE.Matrix4.makeOrthographic(): Invalid coordinate system: "+a);return c[0]=h,c[4]=0,c[8]=0,c[12]=d,c[1]=0,c[5]=u,c[9]=0,c[13]=f,c[2]=0,c[6]=0,c[10]=p,c[14]=x,c[3]=0,c[7]=0,c[11]=0,c[15]=1,this}equals(t){let e=this.elements,n=t.elements;for(let s=0;s<16;s++)if(e[s]!==n[s])return!1;return!0}fromArray(t,e=0){for(let n=0;n<16;n++)this.elements[n]=t[n+e];return this}toArray(t=[],e=0){let n=this.elements;return t[e]=n[0],t[e+1]=n[1],t[e+2]=n[2],t[e+3]=n[3],t[e+4]=n[4],t[e+5]=n[5],t[e+6]=n[6],t[e+7]=n[7],t[e+8]=n[8],t[e+9]=n[9],t[e+10]=n[10],t[e+11]=n[11],t[e+12]=n[12],t[e+13]=n[13],t[e+14]=n[14],t[e+15]=n[15],t}},Fr=new C,Ii=new Ot,Rx=new C(0,0,0),Cx=new C(1,1,1),Ns=new C,dl=new C,li=new C,Ip=new Ot,Lp=new mn,Ki=class i{constructor(t=0,e=0,n=0,s=i.DEFAULT_ORDER){this.isEuler=!0,this._x=t,this._y=e,this._z=n,this._order=s}get x(){return this._x}set x(t){this._x=t,this._onChangeCallback()}get y(){return this._y}set y(t){this._y=t,this._onChangeCallback()}get z(){return this._z}set z(t){this._z=t,this._onChangeCallback()}get order(){return this._order}set order(t){this._order=t,this._onChangeCallback()}set(t,e,n,s=this._order){return this._x=t,this._y=e,this._z=n,this._order=s,this._onChangeCallback(),this}clone(){return new this.constructor(this._x,this._y,this._z,this._order)}copy(t){return this._x=t._x,this._y=t._y,this._z=t._z,this._order=t._order,this._onChangeCallback(),this}setFromRotationMatrix(t,e=this._order,n=!0){let s=t.elements,r=s[0],o=s[4],a=s[8],l=s[1],c=s[5],h=s[9],u=s[2],d=s[6],f=s[10];switch(e){case"XYZ":this._y=Math.asin(le(a,-1,1)),Math.abs(a)<.9999999?(this._x=Math.atan2(-h,f),this._z=Math.atan2(-o,r)):(this._x=Math.atan2(d,c),this._z=0);break;case"YXZ":this._x=Math.asin(-le(h,-1,1)),Math.abs(h)<.9999999?(this._y=Math.atan2(a,f),this._z=Math.atan2(l,c)):(this._y=Math.atan2(-u,r),this._z=0);break;case"ZXY":this._x=Math.asin(le(d,-1,1)),Math.abs(d)<.9999999?(this._y=Math.atan2(-u,f),this._z=Math.atan2(-o,c)):(this._y=0,this._z=Math.atan2(l,r));break;case"ZYX":this._y=Math.asin(-le(u,-1,1)),Math.abs(u)<.9999999?(this._x=Math.atan2(d,f),this._z=Math.atan2(l,r)):(this._x=0,this._z=Math.atan2(-o,c));break;case"YZX":this._z=Math.asin(le(l,-1,1)),Math.abs(l)<.9999999?(this._x=Math.atan2(-h,c),this._y=Math.atan2(-u,r)):(this._x=0,this._y=Math.atan2(a,f));break;case"XZY":this._z=Math.asin(-le(o,-1,1)),Math.abs(o)<.9999999?(this._x=Math.atan2(d,c),this._y=Math.atan2(a,r)):(this._x=Math.atan2(-h,f),this._y=0);break;default:Jt("Euler: .setFromRotationMatrix() encountered an unknown order: "+e)}return this._order=e,n===!0&&this._onChangeCallback(),this}setFromQuaternion(t,e,n){return Ip.makeRotationFromQuaternion(t),this.setFromRotationMatrix(Ip,e,n)}setFromVector3(t,e=this._order){return this.set(t.x,t.y,t.z,e)}reorder(t){return Lp.setFromEuler(this),this.setFromQuaternion(Lp,t)}equals(t){return t._x===this._x&&t._y===this._y&&t._z===this._z&&t._order===this._order}fromArray(t){return this._x=t[0],this._y=t[1],this._z=t[2],t[3]!==void 0&&(this._order=t[3]),this._onChangeCallback(),this}toArray(t=[],e=0){return t[e]=this._x,t[e+1]=this._y,t[e+2]=this._z,t[e+3]=this._order,t}_onChange(t){return this._onChangeCallback=t,this}_onChangeCallback(){}*[Symbol.iterator](){yield this._x,yield this._y,yield this._z,yield this._order}};Ki.DEFAULT_ORDER="XYZ";var io=class{constructor(){this.mask=1}set(t){this.mask=(1<<t|0)>>>0}enable(t){this.mask|=1<<t|0}enableAll(){this.mask=-1}toggle(t){this.mask^=1<<t|0}disable(t){this.mask&=~(1<<t|0)}disableAll(){this.mask=0}test(t){return(this.mask&t.mask)!==0}isEnabled(t){return(this.mask&(1<<t|0))!==0}},Px=0,Dp=new C,Or=new mn,ds=new Ot,fl=new C,ko=new C,Ix=new C,Lx=new mn,Np=new C(1,0,0),Up=new C(0,1,0),Fp=new C(0,0,1),Op={type:"added"},Dx={type:"removed"},Br={type:"childadded",child:null},Du={type:"childremoved",child:null},Pn=class i extends Ji{constructor(){super(),this.isObject3D=!0,Object.defineProperty(this,"id",{value:Px++}),this.uuid=Ys(),this.name="",this.type="Object3D",this.parent=null,this.children=[],this.up=i.DEFAULT_UP.clone();let t=new C,e=new Ki,n=new mn,s=new C(1,1,1);function r(){n.setFromEuler(e,!1)}function o(){e.setFromQuaternion(n,void 0,!1)}e._onChange(r),n._onChange(o),Object.defineProperties(this,{position:{configurable:!0,enumerable:!0,value:t},rotation:{configurable:!0,enumerable:!0,value:e},quaternion:{configurable:!0,enumerable:!0,value:n},scale:{configurable:!0,enumerable:!0,value:s},modelViewMatrix:{value:new Ot},normalMatrix:{value:new ie}}),this.matrix=new Ot,this.matrixWorld=new Ot,this.matrixAutoUpdate=i.DEFAULT_MATRIX_AUTO_UPDATE,this.matrixWorldAutoUpdate=i.DEFAULT_MATRIX_WORLD_AUTO_UPDATE,this.matrixWorldNeedsUpdate=!1,this.layers=new io,this.visible=!0,this.castShadow=!1,this.receiveShadow=!1,this.frustumCulled=!0,this.renderOrder=0,this.animations=[],this.customDepthMaterial=void 0,this.customDistanceMaterial=void 0,this.static=!1,this.userData={},this.pivot=null}onBeforeShadow(){}onAfterShadow(){}onBeforeRender(){}onAfterRender(){}applyMatrix4(t){this.matrixAutoUpdate&&this.updateMatrix(),this.matrix.premultiply(t),this.matrix.decompose(this.position,this.quaternion,this.scale),this.pivot!==null&&this.position.copy(this.pivot).applyMatrix4(this.matrix).sub(this.pivot)}applyQuaternion(t){return this.quaternion.premultiply(t),this}setRotationFromAxisAngle(t,e){this.quaternion.setFromAxisAngle(t,e)}setRotationFromEuler(t){this.quaternion.setFromEuler(t,!0)}setRotationFromMatrix(t){this.quaternion.setFromRotationMatrix(t)}setRotationFromQuaternion(t){this.quaternion.copy(t)}rotateOnAxis(t,e){return Or.setFromAxisAngle(t,e),this.quaternion.multiply(Or),this}rotateOnWorldAxis(t,e){return Or.setFromAxisAngle(t,e),this.quaternion.premultiply(Or),this}rotateX(t){return this.rotateOnAxis(Np,t)}rotateY(t){return this.rotateOnAxis(Up,t)}rotateZ(t){return this.rotateOnAxis(Fp,t)}translateOnAxis(t,e){return Dp.copy(t).applyQuaternion(this.quaternion),this.position.add(Dp.multiplyScalar(e)),this}translateX(t){return this.translateOnAxis(Np,t)}translateY(t){return this.translateOnAxis(Up,t)}translateZ(t){return this.translateOnAxis(Fp,t)}localToWorld(t){return this.updateWorldMatrix(!0,!1),t.applyMatrix4(this.matrixWorld)}worldToLocal(t){return this.updateWorldMatrix(!0,!1),t.applyMatrix4(ds.copy(this.matrixWorld).invert())}lookAt(t,e,n){t.isVector3?fl.copy(t):fl.set(t,e,n);let s=this.parent;this.updateWorldMatrix(!0,!1),ko.setFromMatrixPosition(this.matrixWorld),this.isCamera||this.isLight?ds.lookAt(ko,fl,this.up):ds.lookAt(fl,ko,this.up),this.quaternion.setFromRotationMatrix(ds),s&&(ds.extractRotation(s.matrixWorld),Or.setFromRotationMatrix(ds),this.quaternion.premultiply(Or.invert()))}add(t){if(arguments.length>1){for(let e=0;e<arguments.length;e++)this.add(arguments[e]);return this}return t===this?(ee("Object3D.add: object can't be added as a child of itself.",t),this):(t&&t.isObject3D?(t.removeFromParent(),t.parent=this,this.children.push(t),t.dispatchEvent(Op),Br.child=t,this.dispatchEvent(Br),Br.child=null):ee("Object3D.add: object not an instance of THREE.Object3D.",t),this)}remove(t){if(arguments.length>1){for(let n=0;n<arguments.length;n++)this.remove(arguments[n]);return this}let e=this.children.indexOf(t);return e!==-1&&(t.parent=null,this.children.splice(e,1),t.dispatchEvent(Dx),Du.child=t,this.dispatchEvent(Du),Du.child=null),this}removeFromParent(){let t=this.parent;return t!==null&&t.remove(this),this}clear(){return this.remove(...this.children)}attach(t){return this.updateWorldMatrix(!0,!1),ds.copy(this.matrixWorld).invert(),t.parent!==null&&(t.parent.updateWorldMatrix(!0,!1),ds.multiply(t.parent.matrixWorld)),t.applyMatrix4(ds),t.removeFromParent(),t.parent=this,this.children.push(t),t.updateWorldMatrix(!1,!0),t.dispatchEvent(Op),Br.child=t,this.dispatchEvent(Br),Br.child=null,this}getObjectById(t){return this.getObjectByProperty("id",t)}getObjectByName(t){return this.getObjectByProperty("name",t)}getObjectByProperty(t,e){if(this[t]===e)return this;for(let n=0,s=this.children.length;n<s;n++){let o=this.children[n].getObjectByProperty(t,e);if(o!==void 0)return o}}getObjectsByProperty(t,e,n=[]){this[t]===e&&n.push(this);let s=this.children;for(let r=0,o=s.length;r<o;r++)s[r].getObjectsByProperty(t,e,n);return n}getWorldPosition(t){return this.updateWorldMatrix(!0,!1),t.setFromMatrixPosition(this.matrixWorld)}getWorldQuaternion(t){return this.updateWorldMatrix(!0,!1),this.matrixWorld.decompose(ko,t,Ix),t}getWorldScale(t){return this.updateWorldMatrix(!0,!1),this.matrixWorld.decompose(ko,Lx,t),t}getWorldDirection(t){this.updateWorldMatrix(!0,!1);let e=this.matrixWorld.elements;return t.set(e[8],e[9],e[10]).normalize()}raycast(){}intersectsFrustum(){return!0}traverse(t){t(this);let e=this.children;for(let n=0,s=e.length;n<s;n++)e[n].traverse(t)}traverseVisible(t){if(this.visible===!1)return;t(this);let e=this.children;for(let n=0,s=e.length;n<s;n++)e[n].traverseVisible(t)}traverseAncestors(t){let e=this.parent;e!==null&&(t(e),e.traverseAncestors(t))}updateMatrix(){this.matrix.compose(this.position,this.quaternion,this.scale);let t=this.pivot;if(t!==null){let e=t.x,n=t.y,s=t.z,r=this.matrix.elements;r[12]+=e-r[0]*e-r[4]*n-r[8]*s,r[13]+=n-r[1]*e-r[5]*n-r[9]*s,r[14]+=s-r[2]*e-r[6]*n-r[10]*s}this.matrixWorldNeedsUpdate=!0}updateMatrixWorld(t){this.matrixAutoUpdate&&this.updateMatrix(),(this.matrixWorldNeedsUpdate||t)&&(this.matrixWorldAutoUpdate===!0&&(this.parent===null?this.matrixWorld.copy(this.matrix):this.matrixWorld.multiplyMatrices(this.parent.matrixWorld,this.matrix)),this.matrixWorldNeedsUpdate=!1,t=!0);let e=this.children;for(let n=0,s=e.length;n<s;n++)e[n].updateMatrixWorld(t)}updateWorldMatrix(t,e,n=!1){let s=this.parent;if(t===!0&&s!==null&&s.updateWorldMatrix(!0,!1),this.matrixAutoUpdate&&this.updateMatrix(),(this.matrixWorldNeedsUpdate||n)&&(this.matrixWorldAutoUpdate===!0&&(this.parent===null?this.matrixWorld.copy(this.matrix):this.matrixWorld.multiplyMatrices(this.parent.matrixWorld,this.matrix)),this.matrixWorldNeedsUpdate=!1,n=!0),e===!0){let r=this.children;for(let o=0,a=r.length;o<a;o++)r[o].updateWorldMatrix(!1,!0,n)}}toJSON(t){let e=t===void 0||typeof t=="string",n={};e&&(t={geometries:{},materials:{},textures:{},images:{},shapes:{},skeletons:{},animations:{},nodes:{}},n.metadata={version:4.7,type:"Object",generator:"Object3D.toJSON"});let s={};s.uuid=this.uuid,s.type=this.type,s.name=this.name,s.castShadow=this.castShadow,s.receiveShadow=this.receiveShadow,s.visible=this.visible,s.frustumCulled=this.frustumCulled,s.renderOrder=this.renderOrder,s.static=this.static,s.matrixAutoUpdate=this.matrixAutoUpdate,Object.keys(this.userData).length>0&&(s.userData=this.userData),s.layers=this.layers.mask,s.matrix=this.matrix.toArray(),s.up=this.up.toArray(),this.pivot!==null&&(s.pivot=this.pivot.toArray()),this.morphTargetDictionary!==void 0&&(s.morphTargetDictionary=Object.assign({},this.morphTargetDictionary)),this.morphTargetInfluences!==void 0&&(s.morphTargetInfluences=this.morphTargetInfluences.slice()),this.isInstancedMesh&&(s.type="InstancedMesh",s.count=this.count,s.instanceMatrix=this.instanceMatrix.toJSON(),this.instanceColor!==null&&(s.instanceColor=this.instanceColor.toJSON())),this.isBatchedMesh&&(s.type="BatchedMesh",s.perObjectFrustumCulled=this.perObjectFrustumCulled,s.sortObjects=this.sortObjects,s.drawRanges=this._drawRanges,s.reservedRanges=this._reservedRanges,s.geometryInfo=this._geometryInfo.map(a=>({...a,boundingBox:a.boundingBox?a.boundingBox.toJSON():void 0,boundingSphere:a.boundingSphere?a.boundingSphere.toJSON():void 0})),s.instanceInfo=this._instanceInfo.map(a=>({...a})),s.availableInstanceIds=this._availableInstanceIds.slice(),s.availableGeometryIds=this._availableGeometryIds.slice(),s.nextIndexStart=this._nextIndexStart,s.nextVertexStart=this._nextVertexStart,s.geometryCount=this._geometryCount,s.maxInstanceCount=this._maxInstanceCount,s.maxVertexCount=this._maxVertexCount,s.maxIndexCount=this._maxIndexCount,s.geometryInitialized=this._geometryInitialized,s.matricesTexture=this._matricesTexture.toJSON(t),s.indirectTexture=this._indirectTexture.toJSON(t),this._colorsTexture!==null&&(s.colorsTexture=this._colorsTexture.toJSON(t)),this.boundingSphere!==null&&(s.boundingSphere=this.boundingSphere.toJSON()),this.boundingBox!==null&&(s.boundingBox=this.boundingBox.toJSON()));function r(a,l){return a[l.uuid]===void 0&&(a[l.uuid]=l.toJSON(t)),l.uuid}if(this.isScene)this.background&&(this.background.isColor?s.background=this.background.toJSON():this.background.isTexture&&(s.background=this.background.toJSON(t).uuid)),this.environment&&this.environment.isTexture&&this.environment.isRenderTargetTexture!==!0&&(s.environment=this.environment.toJSON(t).uuid);else if(this.isMesh||this.isLine||this.isPoints){s.geometry=r(t.geometries,this.geometry);let a=this.geometry.parameters;if(a!==void 0&&a.shapes!==void 0){let l=a.shapes;if(Array.isArray(l))for(let c=0,h=l.length;c<h;c++){let u=l[c];r(t.shapes,u)}else r(t.shapes,l)}}if(this.isSkinnedMesh&&(s.bindMode=this.bindMode,s.bindMatrix=this.bindMatrix.toArray(),this.skeleton!==void 0&&(r(t.skeletons,this.skeleton),s.skeleton=this.skeleton.uuid)),this.material!==void 0)if(Array.isArray(this.material)){let a=[];for(let l=0,c=this.material.length;l<c;l++)a.push(r(t.materials,this.material[l]));s.material=a}else s.material=r(t.materials,this.material);if(this.children.length>0){s.children=[];for(let a=0;a<this.children.length;a++)s.children.push(this.children[a].toJSON(t).object)}if(this.animations.length>0){s.animations=[];for(let a=0;a<this.animations.length;a++){let l=this.animations[a];s.animations.push(r(t.animations,l))}}if(e){let a=o(t.geometries),l=o(t.materials),c=o(t.textures),h=o(t.images),u=o(t.shapes),d=o(t.skeletons),f=o(t.animations),p=o(t.nodes);a.length>0&&(n.geometries=a),l.length>0&&(n.materials=l),c.length>0&&(n.textures=c),h.length>0&&(n.images=h),u.length>0&&(n.shapes=u),d.length>0&&(n.skeletons=d),f.length>0&&(n.animations=f),p.length>0&&(n.nodes=p)}return n.object=s,n;function o(a){let l=[];for(let c in a){let h=a[c];delete h.metadata,l.push(h)}return l}}clone(t){return new this.constructor().copy(this,t)}copy(t,e=!0){if(this.name=t.name,this.up.copy(t.up),this.position.copy(t.position),this.rotation.order=t.rotation.order,this.quaternion.copy(t.quaternion),this.scale.copy(t.scale),this.pivot=t.pivot!==null?t.pivot.clone():null,this.matrix.copy(t.matrix),this.matrixWorld.copy(t.matrixWorld),this.matrixAutoUpdate=t.matrixAutoUpdate,this.matrixWorldAutoUpdate=t.matrixWorldAutoUpdate,this.matrixWorldNeedsUpdate=t.matrixWorldNeedsUpdate,this.layers.mask=t.layers.mask,this.visible=t.visible,this.castShadow=t.castShadow,this.receiveShadow=t.receiveShadow,this.frustumCulled=t.frustumCulled,this.renderOrder=t.renderOrder,this.static=t.static,this.animations=t.animations.slice(),this.userData=JSON.parse(JSON.stringify(t.userData)),e===!0)for(let n=0;n<t.children.length;n++){let s=t.children[n];this.add(s.clone())}return this}dispose(){this.dispatchEvent({type:"dispose"})}};Pn.DEFAULT_UP=new C(0,1,0);Pn.DEFAULT_MATRIX_AUTO_UPDATE=!0;Pn.DEFAULT_MATRIX_WORLD_AUTO_UPDATE=!0;var _s=class extends Pn{constructor(){super(),this.isGroup=!0,this.type="Group"}},Nx={type:"move"},so=class{constructor(){this._targetRay=null,this._grip=null,this._hand=null}getHandSpace(){return this._hand===null&&(this._hand=new _s,this._hand.matrixAutoUpdate=!1,this._hand.visible=!1,this._hand.joints={},this._hand.inputState={pinching:!1}),this._hand}getTargetRaySpace(){return this._targetRay===null&&(this._targetRay=new _s,this._targetRay.matrixAutoUpdate=!1,this._targetRay.visible=!1,this._targetRay.hasLinearVelocity=!1,this._targetRay.linearVelocity=new C,this._targetRay.hasAngularVelocity=!1,this._targetRay.angularVelocity=new C),this._targetRay}getGripSpace(){return this._grip===null&&(this._grip=new _s,this._grip.matrixAutoUpdate=!1,this._grip.visible=!1,this._grip.hasLinearVelocity=!1,this._grip.linearVelocity=new C,this._grip.hasAngularVelocity=!1,this._grip.angularVelocity=new C,this._grip.eventsEnabled=!1),this._grip}dispatchEvent(t){return this._targetRay!==null&&this._targetRay.dispatchEvent(t),this._grip!==null&&this._grip.dispatchEvent(t),this._hand!==null&&this._hand.dispatchEvent(t),this}connect(t){if(t&&t.hand){let e=this._hand;if(e)for(let n of t.hand.values())this._getHandJoint(e,n)}return this.dispatchEvent({type:"connected",data:t}),this}disconnect(t){return this.dispatchEvent({type:"disconnected",data:t}),this._targetRay!==null&&(this._targetRay.visible=!1),this._grip!==null&&(this._grip.visible=!1),this._hand!==null&&(this._hand.visible=!1),this}update(t,e,n){let s=null,r=null,o=null,a=this._targetRay,l=this._grip,c=this._hand;if(t&&e.session.visibilityState!=="visible-blurred"){if(c&&t.hand){o=!0;for(let x of t.hand.values()){let m=e.getJointPose(x,n),g=this._getHandJoint(c,x);m!==null&&(g.matrix.fromArray(m.transform.matrix),g.matrix.decompose(g.position,g.quaternion,g.scale),g.matrixWorldNeedsUpdate=!0,g.jointRadius=m.radius),g.visible=m!==null}let h=c.joints["index-finger-tip"],u=c.joints["thumb-tip"],d=h.position.distanceTo(u.position),f=.02,p=.005;c.inputState.pinching&&d>f+p?(c.inputState.pinching=!1,this.dispatchEvent({type:"pinchend",handedness:t.handedness,target:this})):!c.inputState.pinching&&d<=f-p&&(c.inputState.pinching=!0,this.dispatchEvent({type:"pinchstart",handedness:t.handedness,target:this}))}else l!==null&&t.gripSpace&&(r=e.getPose(t.gripSpace,n),r!==null&&(l.matrix.fromArray(r.transform.matrix),l.matrix.decompose(l.position,l.quaternion,l.scale),l.matrixWorldNeedsUpdate=!0,r.linearVelocity?(l.hasLinearVelocity=!0,l.linearVelocity.copy(r.linearVelocity)):l.hasLinearVelocity=!1,r.angularVelocity?(l.hasAngularVelocity=!0,l.angularVelocity.copy(r.angularVelocity)):l.hasAngularVelocity=!1,l.eventsEnabled&&l.dispatchEvent({type:"gripUpdated",data:t,target:this})));a!==null&&(s=e.getPose(t.targetRaySpace,n),s===null&&r!==null&&(s=r),s!==null&&(a.matrix.fromArray(s.transform.matrix),a.matrix.decompose(a.position,a.quaternion,a.scale),a.matrixWorldNeedsUpdate=!0,s.linearVelocity?(a.hasLinearVelocity=!0,a.linearVelocity.copy(s.linearVelocity)):a.hasLinearVelocity=!1,s.angularVelocity?(a.hasAngularVelocity=!0,a.angularVelocity.copy(s.angularVelocity)):a.hasAngularVelocity=!1,this.dispatchEvent(Nx)))}return a!==null&&(a.visible=s!==null),l!==null&&(l.visible=r!==null),c!==null&&(c.visible=o!==null),this}_getHandJoint(t,e){if(t.joints[e.jointName]===void 0){let n=new _s;n.matrixAutoUpdate=!1,n.visible=!1,t.joints[e.jointName]=n,t.add(n)}return t.joints[e.jointName]}},$m={aliceblue:15792383,antiquewhite:16444375,aqua:65535,aquamarine:8388564,azure:15794175,beige:16119260,bisque:16770244,black:0,blanchedalmond:16772045,blue:255,blueviolet:9055202,brown:10824234,burlywood:14596231,cadetblue:6266528,chartreuse:8388352,chocolate:13789470,coral:16744272,cornflowerblue:6591981,cornsilk:16775388,crimson:14423100,cyan:65535,darkblue:139,darkcyan:35723,darkgoldenrod:12092939,darkgray:11119017,darkgreen:25600,darkgrey:11119017,darkkhaki:12433259,darkmagenta:9109643,darkolivegreen:5597999,darkorange:16747520,darkorchid:10040012,darkred:9109504,darksalmon:15308410,darkseagreen:9419919,darkslateblue:4734347,darkslategray:3100495,darkslategrey:3100495,darkturquoise:52945,darkviolet:9699539,deeppink:16716947,deepskyblue:49151,dimgray:6908265,dimgrey:6908265,dodgerblue:2003199,firebrick:11674146,floralwhite:16775920,forestgreen:2263842,fuchsia:16711935,gainsboro:14474460,ghostwhite:16316671,gold:16766720,goldenrod:14329120,gray:8421504,green:32768,greenyellow:11403055,grey:8421504,honeydew:15794160,hotpink:16738740,indianred:13458524,indigo:4915330,ivory:16777200,khaki:15787660,lavender:15132410,lavenderblush:16773365,lawngreen:8190976,lemonchiffon:16775885,lightblue:11393254,lightcoral:15761536,lightcyan:14745599,lightgoldenrodyellow:16448210,lightgray:13882323,lightgreen:9498256,lightgrey:13882323,lightpink:16758465,lightsalmon:16752762,lightseagreen:2142890,lightskyblue:8900346,lightslategray:7833753,lightslategrey:7833753,lightsteelblue:11584734,lightyellow:16777184,lime:65280,limegreen:3329330,linen:16445670,magenta:16711935,maroon:8388608,mediumaquamarine:6737322,mediumblue:205,mediumorchid:12211667,mediumpurple:9662683,mediumseagreen:3978097,mediumslateblue:8087790,mediumspringgreen:64154,mediumturquoise:4772300,mediumvioletred:13047173,midnightblue:1644912,mintcream:16121850,mistyrose:16770273,moccasin:16770229,navajowhite:16768685,navy:128,oldlace:16643558,olive:8421376,olivedrab:7048739,orange:16753920,orangered:16729344,orchid:14315734,palegoldenrod:15657130,palegreen:10025880,paleturquoise:11529966,palevioletred:14381203,papayawhip:16773077,peachpuff:16767673,peru:13468991,pink:16761035,plum:14524637,powderblue:11591910,purple:8388736,rebeccapurple:6697881,red:16711680,rosybrown:12357519,royalblue:4286945,saddlebrown:9127187,salmon:16416882,sandybrown:16032864,seagreen:3050327,seashell:16774638,sienna:10506797,silver:12632256,skyblue:8900331,slateblue:6970061,slategray:7372944,slategrey:7372944,snow:16775930,springgreen:65407,steelblue:4620980,tan:13808780,teal:32896,thistle:14204888,tomato:16737095,turquoise:4251856,violet:15631086,wheat:16113331,white:16777215,whitesmoke:16119285,yellow:16776960,yellowgreen:10145074},Us={h:0,s:0,l:0},pl={h:0,s:0,l:0};function Nu(i,t,e){return e<0&&(e+=1),e>1&&(e-=1),e<1/6?i+(t-i)*6*e:e<1/2?t:e<2/3?i+(t-i)*6*(2/3-e):i}var $t=class{constructor(t,e,n){return this.isColor=!0,this.r=1,this.g=1,this.b=1,this.set(t,e,n)}set(t,e,n){if(e===void 0&&n===void 0){let s=t;s&&s.isColor?this.copy(s):typeof s=="number"?this.setHex(s):typeof s=="string"&&this.setStyle(s)}else this.setRGB(t,e,n);return this}setScalar(t){return this.r=t,this.g=t,this.b=t,this}setHex(t,e=qn){return t=Math.floor(t),this.r=(t>>16&255)/255,this.g=(t>>8&255)/255,this.b=(t&255)/255,_e.colorSpaceToWorking(this,e),this}setRGB(t,e,n,s=_e.workingColorSpace){return this.r=t,this.g=e,this.b=n,_e.colorSpaceToWorking(this,s),this}setHSL(t,e,n,s=_e.workingColorSpace){if(t=kd(t,1),e=le(e,0,1),n=le(n,0,1),e===0)this.r=this.g=this.b=n;else{let r=n<=.5?n*(1+e):n+e-n*e,o=2*n-r;this.r=Nu(o,r,t+1/3),this.g=Nu(o,r,t),this.b=Nu(o,r,t-1/3)}return _e.colorSpaceToWorking(this,s),this}setStyle(t,e=qn){function n(r){r!==void 0&&parseFloat(r)<1&&Jt("Color: Alpha component of "+t+" will be ignored.")}let s;if(s=/^(\w+)\(([^\)]*)\)/.exec(t)){let r,o=s[1],a=s[2];switch(o){case"rgb":case"rgba":if(r=/^\s*(\d+)\s*,\s*(\d+)\s*,\s*(\d+)\s*(?:,\s*(\d+(?:\.\d+)?|\.\d+)\s*)?$/.exec(a))return n(r[4]),this.setRGB(Math.min(255,parseInt(r[1],10))/255,Math.min(255,parseInt(r[2],10))/255,Math.min(255,parseInt(r[3],10))/255,e);if(r=/^\s*(\d+(?:\.\d+)?|\.\d+)\%\s*,\s*(\d+(?:\.\d+)?|\.\d+)\%\s*,\s*(\d+(?:\.\d+)?|\.\d+)\%\s*(?:,\s*(\d+(?:\.\d+)?|\.\d+)\s*)?$/.exec(a))return n(r[4]),this.setRGB(Math.min(100,parseFloat(r[1]))/100,Math.min(100,parseFloat(r[2]))/100,Math.min(100,parseFloat(r[3]))/100,e);break;case"hsl":case"hsla":if(r=/^\s*([+-]?(?:\d+(?:\.\d+)?|\.\d+))\s*,\s*(\d+(?:\.\d+)?|\.\d+)\%\s*,\s*(\d+(?:\.\d+)?|\.\d+)\%\s*(?:,\s*(\d+(?:\.\d+)?|\.\d+)\s*)?$/.exec(a))return n(r[4]),this.setHSL(parseFloat(r[1])/360,parseFloat(r[2])/100,parseFloat(r[3])/100,e);break;default:Jt("Color: Unknown color model "+t)}}else if(s=/^\#([A-Fa-f\d]+)$/.exec(t)){let r=s[1],o=r.length;if(o===3)return this.setRGB(parseInt(r.charAt(0),16)/15,parseInt(r.charAt(1),16)/15,parseInt(r.charAt(2),16)/15,e);if(o===6)return this.setHex(parseInt(r,16),e);Jt("Color: Invalid hex color "+t)}else if(t&&t.length>0)return this.setColorName(t,e);return this}setColorName(t,e=qn){let n=$m[t.toLowerCase()];return n!==void 0?this.setHex(n,e):Jt("Color: Unknown color "+t),this}clone(){return new this.constructor(this.r,this.g,this.b)}copy(t){return this.r=t.r,this.g=t.g,this.b=t.b,this}copySRGBToLinear(t){return this.r=xs(t.r),this.g=xs(t.g),this.b=xs(t.b),this}copyLinearToSRGB(t){return this.r=Kr(t.r),this.g=Kr(t.g),this.b=Kr(t.b),this}convertSRGBToLinear(){return this.copySRGBToLinear(this),this}convertLinearToSRGB(){return this.copyLinearToSRGB(this),this}getHex(t=qn){return _e.workingToColorSpace(Fn.copy(this),t),Math.round(le(Fn.r*255,0,255))*65536+Math.round(le(Fn.g*255,0,255))*256+Math.round(le(Fn.b*255,0,255))}getHexString(t=qn){return("000000"+this.getHex(t).toString(16)).slice(-6)}getHSL(t,e=_e.workingColorSpace){_e.workingToColorSpace(Fn.copy(this),e);let n=Fn.r,s=Fn.g,r=Fn.b,o=Math.max(n,s,r),a=Math.min(n,s,r),l,c,h=(a+o)/2;if(a===o)l=0,c=0;else{let u=o-a;switch(c=h<=.5?u/(o+a):u/(2-o-a),o){case n:l=(s-r)/u+(s<r?6:0);break;case s:l=(r-n)/u+2;break;case r:l=(n-s)/u+4;break}l/=6}return t.h=l,t.s=c,t.l=h,t}getRGB(t,e=_e.workingColorSpace){return _e.workingToColorSpace(Fn.copy(this),e),t.r=Fn.r,t.g=Fn.g,t.b=Fn.b,t}getStyle(t=qn){_e.workingToColorSpace(Fn.copy(this),t);let e=Fn.r,n=Fn.g,s=Fn.b;return t!==qn?`color(${t} ${e.toFixed(3)} ${n.toFixed(3)} ${s.toFixed(3)})`:`rgb(${Math.round(e*255)},${Math.round(n*255)},${Math.round(s*255)})`}offsetHSL(t,e,n){return this.getHSL(Us),this.setHSL(Us.h+t,Us.s+e,Us.l+n)}add(t){return this.r+=t.r,this.g+=t.g,this.b+=t.b,this}addColors(t,e){return this.r=t.r+e.r,this.g=t.g+e.g,this.b=t.b+e.b,this}addScalar(t){return this.r+=t,this.g+=t,this.b+=t,this}sub(t){return this.r=Math.max(0,this.r-t.r),this.g=Math.max(0,this.g-t.g),this.b=Math.max(0,this.b-t.b),this}multiply(t){return this.r*=t.r,this.g*=t.g,this.b*=t.b,this}multiplyScalar(t){return this.r*=t,this.g*=t,this.b*=t,this}lerp(t,e){return this.r+=(t.r-this.r)*e,this.g+=(t.g-this.g)*e,this.b+=(t.b-this.b)*e,this}lerpColors(t,e,n){return this.r=t.r+(e.r-t.r)*n,this.g=t.g+(e.g-t.g)*n,this.b=t.b+(e.b-t.b)*n,this}lerpHSL(t,e){this.getHSL(Us),t.getHSL(pl);let n=Zo(Us.h,pl.h,e),s=Zo(Us.s,pl.s,e),r=Zo(Us.l,pl.l,e);return this.setHSL(n,s,r),this}setFromVector3(t){return this.r=t.x,this.g=t.y,this.b=t.z,this}applyMatrix3(t){let e=this.r,n=this.g,s=this.b,r=t.elements;return this.r=r[0]*e+r[3]*n+r[6]*s,this.g=r[1]*e+r[4]*n+r[7]*s,this.b=r[2]*e+r[5]*n+r[8]*s,this}equals(t){return t.r===this.r&&t.g===this.g&&t.b===this.b}fromArray(t,e=0){return this.r=t[e],this.g=t[e+1],this.b=t[e+2],this}toArray(t=[],e=0){return t[e]=this.r,t[e+1]=this.g,t[e+2]=this.b,t}fromBufferAttribute(t,e){return this.r=t.getX(e),this.g=t.getY(e),this.b=t.getZ(e),this}toJSON(){return this.getHex()}*[Symbol.iterator](){yield this.r,yield this.g,yield this.b}},Fn=new $t;$t.NAMES=$m;var Vs=class extends Pn{constructor(){super(),this.isScene=!0,this.type="Scene",this.background=null,this.environment=null,this.fog=null,this.backgroundBlurriness=0,this.backgroundIntensity=1,this.backgroundRotation=new Ki,this.environmentIntensity=1,this.environmentRotation=new Ki,this.overrideMaterial=null,typeof __THREE_DEVTOOLS__<"u"&&__THREE_DEVTOOLS__.dispatchEvent(new CustomEvent("observe",{detail:this}))}copy(t,e){return super.copy(t,e),this.background=t.background!==null?t.background.clone():null,this.environment=t.environment!==null?t.environment.clone():null,this.fog=t.fog!==null?t.fog.clone():null,this.backgroundBlurriness=t.backgroundBlurriness,this.backgroundIntensity=t.backgroundIntensity,this.backgroundRotation.copy(t.backgroundRotation),this.environmentIntensity=t.environmentIntensity,this.environmentRotation.copy(t.environmentRotation),this.overrideMaterial=t.overrideMaterial!==null?t.overrideMaterial.clone():null,this.matrixAutoUpdate=t.matrixAutoUpdate,this}toJSON(t){let e=super.toJSON(t);return this.fog!==null&&(e.object.fog=this.fog.toJSON()),e.object.backgroundBlurriness=this.backgroundBlurriness,e.object.backgroundIntensity=this.backgroundIntensity,e.object.backgroundRotation=this.backgroundRotation.toArray(),e.object.environmentIntensity=this.environmentIntensity,e.object.environmentRotation=this.environmentRotation.toArray(),e}},Li=new C,fs=new C,Uu=new C,ps=new C,zr=new C,kr=new C,Bp=new C,Fu=new C,Ou=new C,Bu=new C,zu=new Re,ku=new Re,Vu=new Re,zs=class i{constructor(t=new C,e=new C,n=new C){this.a=t,this.b=e,this.c=n}static getNormal(t,e,n,s){s.subVectors(n,e),Li.subVectors(t,e),s.cross(Li);let r=s.lengthSq();return r>0?s.multiplyScalar(1/Math.sqrt(r)):s.set(0,0,0)}static getBarycoord(t,e,n,s,r){Li.subVectors(s,e),fs.subVectors(n,e),Uu.subVectors(t,e);let o=Li.dot(Li),a=Li.dot(fs),l=Li.dot(Uu),c=fs.dot(fs),h=fs.dot(Uu),u=o*c-a*a;if(u===0)return r.set(0,0,0),null;let d=1/u,f=(c*l-a*h)*d,p=(o*h-a*l)*d;return r.set(1-f-p,p,f)}static containsPoint(t,e,n,s){return this.getBarycoord(t,e,n,s,ps)===null?!1:ps.x>=0&&ps.y>=0&&ps.x+ps.y<=1}static getInterpolation(t,e,n,s,r,o,a,l){return this.getBarycoord(t,e,n,s,ps)===null?(l.x=0,l.y=0,"z"in l&&(l.z=0),"w"in l&&(l.w=0),null):(l.setScalar(0),l.addScaledVector(r,ps.x),l.addScaledVector(o,ps.y),l.addScaledVector(a,ps.z),l)}static getInterpolatedAttribute(t,e,n,s,r,o){return zu.setScalar(0),ku.setScalar(0),Vu.setScalar(0),zu.fromBufferAttribute(t,e),ku.fromBufferAttribute(t,n),Vu.fromBufferAttribute(t,s),o.setScalar(0),o.addScaledVector(zu,r.x),o.addScaledVector(ku,r.y),o.addScaledVector(Vu,r.z),o}static isFrontFacing(t,e,n,s){return Li.subVectors(n,e),fs.subVectors(t,e),Li.cross(fs).dot(s)<0}set(t,e,n){return this.a.copy(t),this.b.copy(e),this.c.copy(n),this}setFromPointsAndIndices(t,e,n,s){return this.a.copy(t[e]),this.b.copy(t[n]),this.c.copy(t[s]),this}setFromAttributeAndIndices(t,e,n,s){return this.a.fromBufferAttribute(t,e),this.b.fromBufferAttribute(t,n),this.c.fromBufferAttribute(t,s),this}clone(){return new this.constructor().copy(this)}copy(t){return this.a.copy(t.a),this.b.copy(t.b),this.c.copy(t.c),this}getArea(){return Li.subVectors(this.c,this.b),fs.subVectors(this.a,this.b),Li.cross(fs).length()*.5}getMidpoint(t){return t.addVectors(this.a,this.b).add(this.c).multiplyScalar(1/3)}getNormal(t){return i.getNormal(this.a,this.b,this.c,t)}getPlane(t){return t.setFromCoplanarPoints(this.a,this.b,this.c)}getBarycoord(t,e){return i.getBarycoord(t,this.a,this.b,this.c,e)}getInterpolation(t,e,n,s,r){return i.getInterpolation(t,this.a,this.b,this.c,e,n,s,r)}containsPoint(t){return i.containsPoint(t,this.a,this.b,this.c)}isFrontFacing(t){return i.isFrontFacing(this.a,this.b,this.c,t)}intersectsBox(t){return t.intersectsTriangle(this)}closestPointToPoint(t,e){let n=this.a,s=this.b,r=this.c,o,a;zr.subVectors(s,n),kr.subVectors(r,n),Fu.subVectors(t,n);let l=zr.dot(Fu),c=kr.dot(Fu);if(l<=0&&c<=0)return e.copy(n);Ou.subVectors(t,s);let h=zr.dot(Ou),u=kr.dot(Ou);if(h>=0&&u<=h)return e.copy(s);let d=l*u-h*c;if(d<=0&&l>=0&&h<=0&&l-h>0)return o=l/(l-h),e.copy(n).addScaledVector(zr,o);Bu.subVectors(t,r);let f=zr.dot(Bu),p=kr.dot(Bu);if(p>=0&&f<=p)return e.copy(r);let x=f*c-l*p;if(x<=0&&c>=0&&p<=0)return a=c/(c-p),e.copy(n).addScaledVector(kr,a);let m=h*p-f*u;if(m<=0&&u-h>=0&&f-p>=0)return Bp.subVectors(r,s),a=(u-h)/(u-h+(f-p)),e.copy(s).addScaledVector(Bp,a);let g=1/(m+x+d);return o=x*g,a=d*g,e.copy(n).addScaledVector(zr,o).addScaledVector(kr,a)}equals(t){return t.a.equals(this.a)&&t.b.equals(this.b)&&t.c.equals(this.c)}},en=class{constructor(t=new C(1/0,1/0,1/0),e=new C(-1/0,-1/0,-1/0)){this.isBox3=!0,this.min=t,this.max=e}set(t,e){return this.min.copy(t),this.max.copy(e),this}setFromArray(t){this.makeEmpty();for(let e=0,n=t.length;e<n;e+=3)this.expandByPoint(Di.fromArray(t,e));return this}setFromBufferAttribute(t){this.makeEmpty();for(let e=0,n=t.count;e<n;e++)this.expandByPoint(Di.fromBufferAttribute(t,e));return this}setFromPoints(t){this.makeEmpty();for(let e=0,n=t.length;e<n;e++)this.expandByPoint(t[e]);return this}setFromCenterAndSize(t,e){let n=Di.copy(e).multiplyScalar(.5);return this.min.copy(t).sub(n),this.max.copy(t).add(n),this}setFromObject(t,e=!1){return this.makeEmpty(),this.expandByObject(t,e)}clone(){return new this.constructor().copy(this)}copy(t){return this.min.copy(t.min),this.max.copy(t.max),this}makeEmpty(){return this.min.x=this.min.y=this.min.z=1/0,this.max.x=this.max.y=this.max.z=-1/0,this}isEmpty(){return this.max.x<this.min.x||this.max.y<this.min.y||this.max.z<this.min.z}getCenter(t){return this.isEmpty()?t.set(0,0,0):t.addVectors(this.min,this.max).multiplyScalar(.5)}getSize(t){return this.isEmpty()?t.set(0,0,0):t.subVectors(this.max,this.min)}expandByPoint(t){return this.min.min(t),this.max.max(t),this}expandByVector(t){return this.min.sub(t),this.max.add(t),this}expandByScalar(t){return this.min.addScalar(-t),this.max.addScalar(t),this}expandByObject(t,e=!1){t.updateWorldMatrix(!1,!1);let n=t.geometry;if(n!==void 0){let r=n.getAttribute("position");if(e===!0&&r!==void 0&&t.isInstancedMesh!==!0&&t.isBatchedMesh!==!0)for(let o=0,a=r.count;o<a;o++)t.isMesh===!0?t.getVertexPosition(o,Di):Di.fromBufferAttribute(r,o),Di.applyMatrix4(t.matrixWorld),this.expandByPoint(Di);else t.boundingBox!==void 0?(t.boundingBox===null&&t.computeBoundingBox(),ml.copy(t.boundingBox)):(n.boundingBox===null&&n.computeBoundingBox(),ml.copy(n.boundingBox)),ml.applyMatrix4(t.matrixWorld),this.union(ml)}let s=t.children;for(let r=0,o=s.length;r<o;r++)this.expandByObject(s[r],e);return this}containsPoint(t){return t.x>=this.min.x&&t.x<=this.max.x&&t.y>=this.min.y&&t.y<=this.max.y&&t.z>=this.min.z&&t.z<=this.max.z}containsBox(t){return this.min.x<=t.min.x&&t.max.x<=this.max.x&&this.min.y<=t.min.y&&t.max.y<=this.max.y&&this.min.z<=t.min.z&&t.max.z<=this.max.z}getParameter(t,e){return e.set((t.x-this.min.x)/(this.max.x-this.min.x),(t.y-this.min.y)/(this.max.y-this.min.y),(t.z-this.min.z)/(this.max.z-this.min.z))}intersectsBox(t){return t.max.x>=this.min.x&&t.min.x<=this.max.x&&t.max.y>=this.min.y&&t.min.y<=this.max.y&&t.max.z>=this.min.z&&t.min.z<=this.max.z}intersectsSphere(t){return this.clampPoint(t.center,Di),Di.distanceToSquared(t.center)<=t.radius*t.radius}intersectsPlane(t){let e,n;return t.normal.x>0?(e=t.normal.x*this.min.x,n=t.normal.x*this.max.x):(e=t.normal.x*this.max.x,n=t.normal.x*this.min.x),t.normal.y>0?(e+=t.normal.y*this.min.y,n+=t.normal.y*this.max.y):(e+=t.normal.y*this.max.y,n+=t.normal.y*this.min.y),t.normal.z>0?(e+=t.normal.z*this.min.z,n+=t.normal.z*this.max.z):(e+=t.normal.z*this.max.z,n+=t.normal.z*this.min.z),e<=-t.constant&&n>=-t.constant}intersectsTriangle(t){if(this.isEmpty())return!1;this.getCenter(Vo),gl.subVectors(this.max,Vo),Vr.subVectors(t.a,Vo),Gr.subVectors(t.b,Vo),Hr.subVectors(t.c,Vo),Fs.subVectors(Gr,Vr),Os.subVectors(Hr,Gr),tr.subVectors(Vr,Hr);let e=[0,-Fs.z,Fs.y,0,-Os.z,Os.y,0,-tr.z,tr.y,Fs.z,0,-Fs.x,Os.z,0,-Os.x,tr.z,0,-tr.x,-Fs.y,Fs.x,0,-Os.y,Os.x,0,-tr.y,tr.x,0];return!Gu(e,Vr,Gr,Hr,gl)||(e=[1,0,0,0,1,0,0,0,1],!Gu(e,Vr,Gr,Hr,gl))?!1:(_l.crossVectors(Fs,Os),e=[_l.x,_l.y,_l.z],Gu(e,Vr,Gr,Hr,gl))}clampPoint(t,e){return e.copy(t).clamp(this.min,this.max)}distanceToPoint(t){return this.clampPoint(t,Di).distanceTo(t)}getBoundingSphere(t){return this.isEmpty()?t.makeEmpty():(this.getCenter(t.center),t.radius=this.getSize(Di).length()*.5),t}intersect(t){return this.min.max(t.min),this.max.min(t.max),this.isEmpty()&&this.makeEmpty(),this}union(t){return this.min.min(t.min),this.max.max(t.max),this}applyMatrix4(t){return this.isEmpty()?this:(ms[0].set(this.min.x,this.min.y,this.min.z).applyMatrix4(t),ms[1].set(this.min.x,this.min.y,this.max.z).applyMatrix4(t),ms[2].set(this.min.x,this.max.y,this.min.z).applyMatrix4(t),ms[3].set(this.min.x,this.max.y,this.max.z).applyMatrix4(t),ms[4].set(this.max.x,this.min.y,this.min.z).applyMatrix4(t),ms[5].set(this.max.x,this.min.y,this.max.z).applyMatrix4(t),ms[6].set(this.max.x,this.max.y,this.min.z).applyMatrix4(t),ms[7].set(this.max.x,this.max.y,this.max.z).applyMatrix4(t),this.setFromPoints(ms),this)}translate(t){return this.min.add(t),this.max.add(t),this}equals(t){return t.min.equals(this.min)&&t.max.equals(this.max)}toJSON(){return{min:this.min.toArray(),max:this.max.toArray()}}fromJSON(t){return this.min.fromArray(t.min),this.max.fromArray(t.max),this}},ms=[new C,new C,new C,new C,new C,new C,new C,new C],Di=new C,ml=new en,Vr=new C,Gr=new C,Hr=new C,Fs=new C,Os=new C,tr=new C,Vo=new C,gl=new C,_l=new C,er=new C;function Gu(i,t,e,n,s){for(let r=0,o=i.length-3;r<=o;r+=3){er.fromArray(i,r);let a=s.x*Math.abs(er.x)+s.y*Math.abs(er.y)+s.z*Math.abs(er.z),l=t.dot(er),c=e.dot(er),h=n.dot(er);if(Math.max(-Math.max(l,c,h),Math.min(l,c,h))>a)return!1}return!0}var un=new C,xl=new Ht,Ux=0,Ze=class extends Ji{constructor(t,e,n=!1){if(super(),Array.isArray(t))throw new TypeError("THREE.BufferAttribute: array should be a Typed Array.");this.isBufferAttribute=!0,Object.defineProperty(this,"id",{value:Ux++}),this.name="",this.array=t,this.itemSize=e,this.count=t!==void 0?t.length/e:0,this.normalized=n,this.usage=Od,this.updateRanges=[],this.gpuType=ei,this.version=0,this._normalizationScale=t!==void 0?uh(t):void 0}onUploadCallback(){}set needsUpdate(t){t===!0&&this.version++}setUsage(t){return this.usage=t,this}addUpdateRange(t,e){this.updateRanges.push({start:t,count:e})}clearUpdateRanges(){this.updateRanges.length=0}copy(t){return this.name=t.name,this.array=new t.array.constructor(t.array),this.itemSize=t.itemSize,this.count=t.count,this.normalized=t.normalized,this.usage=t.usage,this.gpuType=t.gpuType,this._normalizationScale=t._normalizationScale,this}copyAt(t,e,n){t*=this.itemSize,n*=e.itemSize;for(let s=0,r=this.itemSize;s<r;s++)this.array[t+s]=e.array[n+s];return this}copyArray(t){return this.array.set(t),this}applyMatrix3(t){if(this.itemSize===2)for(let e=0,n=this.count;e<n;e++)xl.fromBufferAttribute(this,e),xl.applyMatrix3(t),this.setXY(e,xl.x,xl.y);else if(this.itemSize===3)for(let e=0,n=this.count;e<n;e++)un.fromBufferAttribute(this,e),un.applyMatrix3(t),this.setXYZ(e,un.x,un.y,un.z);return this}applyMatrix4(t){for(let e=0,n=this.count;e<n;e++)un.fromBufferAttribute(this,e),un.applyMatrix4(t),this.setXYZ(e,un.x,un.y,un.z);return this}applyNormalMatrix(t){for(let e=0,n=this.count;e<n;e++)un.fromBufferAttribute(this,e),un.applyNormalMatrix(t),this.setXYZ(e,un.x,un.y,un.z);return this}transformDirection(t){for(let e=0,n=this.count;e<n;e++)un.fromBufferAttribute(this,e),un.transformDirection(t),this.setXYZ(e,un.x,un.y,un.z);return this}set(t,e=0){return this.array.set(t,e),this}getComponent(t,e){let n=this.array[t*this.itemSize+e];return this.normalized&&(n=this._denormalize(n)),n}setComponent(t,e,n){return this.normalized&&(n=this._normalize(n)),this.array[t*this.itemSize+e]=n,this}getX(t){let e=this.array[t*this.itemSize];return this.normalized&&(e=this._denormalize(e)),e}setX(t,e){return this.normalized&&(e=this._normalize(e)),this.array[t*this.itemSize]=e,this}getY(t){let e=this.array[t*this.itemSize+1];return this.normalized&&(e=this._denormalize(e)),e}setY(t,e){return this.normalized&&(e=this._normalize(e)),this.array[t*this.itemSize+1]=e,this}getZ(t){let e=this.array[t*this.itemSize+2];return this.normalized&&(e=this._denormalize(e)),e}setZ(t,e){return this.normalized&&(e=this._normalize(e)),this.array[t*this.itemSize+2]=e,this}getW(t){let e=this.array[t*this.itemSize+3];return this.normalized&&(e=this._denormalize(e)),e}setW(t,e){return this.normalized&&(e=this._normalize(e)),this.array[t*this.itemSize+3]=e,this}setXY(t,e,n){return t*=this.itemSize,this.normalized&&(e=this._normalize(e),n=this._normalize(n)),this.array[t+0]=e,this.array[t+1]=n,this}setXYZ(t,e,n,s){return t*=this.itemSize,this.normalized&&(e=this._normalize(e),n=this._normalize(n),s=this._normalize(s)),this.array[t+0]=e,this.array[t+1]=n,this.array[t+2]=s,this}setXYZW(t,e,n,s,r){return t*=this.itemSize,this.normalized&&(e=this._normalize(e),n=this._normalize(n),s=this._normalize(s),r=this._normalize(r)),this.array[t+0]=e,this.array[t+1]=n,this.array[t+2]=s,this.array[t+3]=r,this}onUpload(t){return this.onUploadCallback=t,this}clone(){return new this.constructor(this.array,this.itemSize).copy(this)}toJSON(){let t={itemSize:this.itemSize,type:this.array.constructor.name,array:Array.from(this.array),normalized:this.normalized};return t.name=this.name,t.usage=this.usage,t.gpuType=this.gpuType,t}dispose(){this.dispatchEvent({type:"dispose"})}_denormalize(t){let e=this._normalizationScale;return e!==void 0?Math.max(t/e,-1):Gd(t,this.array)}_normalize(t){let e=this._normalizationScale;return e!==void 0?Math.round(t*e):Hd(t,this.array)}};var sa=class extends Ze{constructor(t,e,n){super(new Uint16Array(t),e,n)}};var ra=class extends Ze{constructor(t,e,n){super(new Uint32Array(t),e,n)}};var Me=class extends Ze{constructor(t,e,n){super(new Float32Array(t),e,n)}},Fx=new en,Go=new C,Hu=new C,Cn=class{constructor(t=new C,e=-1){this.isSphere=!0,this.center=t,this.radius=e}set(t,e){return this.center.copy(t),this.radius=e,this}setFromPoints(t,e){let n=this.center;e!==void 0?n.copy(e):Fx.setFromPoints(t).getCenter(n);let s=0;for(let r=0,o=t.length;r<o;r++)s=Math.max(s,n.distanceToSquared(t[r]));return this.radius=Math.sqrt(s),this}copy(t){return this.center.copy(t.center),this.radius=t.radius,this}isEmpty(){return this.radius<0}makeEmpty(){return this.center.set(0,0,0),this.radius=-1,this}containsPoint(t){return t.distanceToSquared(this.center)<=this.radius*this.radius}distanceToPoint(t){return t.distanceTo(this.center)-this.radius}intersectsSphere(t){let e=this.radius+t.radius;return t.center.distanceToSquared(this.center)<=e*e}intersectsBox(t){return t.intersectsSphere(this)}intersectsPlane(t){return Math.abs(t.distanceToPoint(this.center))<=this.radius}clampPoint(t,e){let n=this.center.distanceToSquared(t);return e.copy(t),n>this.radius*this.radius&&(e.sub(this.center).normalize(),e.multiplyScalar(this.radius).add(this.center)),e}getBoundingBox(t){return this.isEmpty()?(t.makeEmpty(),t):(t.set(this.center,this.center),t.expandByScalar(this.radius),t)}applyMatrix4(t){return this.center.applyMatrix4(t),this.radius=this.radius*t.getMaxScaleOnAxis(),this}translate(t){return this.center.add(t),this}expandByPoint(t){if(this.isEmpty())return this.center.copy(t),this.radius=0,this;Go.subVectors(t,this.center);let e=Go.lengthSq();if(e>this.radius*this.radius){let n=Math.sqrt(e),s=(n-this.radius)*.5;this.center.addScaledVector(Go,s/n),this.radius+=s}return this}union(t){return t.isEmpty()?this:this.isEmpty()?(this.copy(t),this):(this.center.equals(t.center)===!0?this.radius=Math.max(this.radius,t.radius):(Hu.subVectors(t.center,this.center).setLength(t.radius),this.expandByPoint(Go.copy(t.center).add(Hu)),this.expandByPoint(Go.copy(t.center).sub(Hu))),this)}equals(t){return t.center.equals(this.center)&&t.radius===this.radius}clone(){return new this.constructor().copy(this)}toJSON(){return{radius:this.radius,center:this.center.toArray()}}fromJSON(t){return this.radius=t.radius,this.center.fromArray(t.center),this}},Ox=0,yi=new Ot,Wu=new Pn,Wr=new C,ci=new en,Ho=new en,Tn=new C,Ye=class i extends Ji{constructor(){super(),this.isBufferGeometry=!0,Object.defineProperty(this,"id",{value:Ox++}),this.uuid=Ys(),this.name="",this.type="BufferGeometry",this.index=null,this.indirect=null,this.indirectOffset=0,this.attributes={},this.morphAttributes={},this.morphTargetsRelative=!1,this.groups=[],this.boundingBox=null,this.boundingSphere=null,this.drawRange={start:0,count:1/0},this.userData={},this._transformed=!1}getIndex(){return this.index}setIndex(t){return Array.isArray(t)?this.index=new(lx(t)?ra:sa)(t,1):this.index=t,this}setIndirect(t,e=0){return this.indirect=t,this.indirectOffset=e,this}getIndirect(){return this.indirect}getAttribute(t){return this.attributes[t]}setAttribute(t,e){return this.attributes[t]=e,this}deleteAttribute(t){return delete this.attributes[t],this}hasAttribute(t){return this.attributes[t]!==void 0}addGroup(t,e,n=0){this.groups.push({start:t,count:e,materialIndex:n})}clearGroups(){this.groups=[]}setDrawRange(t,e){this.drawRange.start=t,this.drawRange.count=e}applyMatrix4(t){let e=this.attributes.position;e!==void 0&&(e.applyMatrix4(t),e.needsUpdate=!0);let n=this.attributes.normal;if(n!==void 0){let r=new ie().getNormalMatrix(t);n.applyNormalMatrix(r),n.needsUpdate=!0}let s=this.attributes.tangent;return s!==void 0&&(s.transformDirection(t),s.needsUpdate=!0),this.boundingBox!==null&&this.computeBoundingBox(),this.boundingSphere!==null&&this.computeBoundingSphere(),this._transformed=!0,this}applyQuaternion(t){return yi.makeRotationFromQuaternion(t),this.applyMatrix4(yi),this}rotateX(t){return yi.makeRotationX(t),this.applyMatrix4(yi),this}rotateY(t){return yi.makeRotationY(t),this.applyMatrix4(yi),this}rotateZ(t){return yi.makeRotationZ(t),this.applyMatrix4(yi),this}translate(t,e,n){return yi.makeTranslation(t,e,n),this.applyMatrix4(yi),this}scale(t,e,n){return yi.makeScale(t,e,n),this.applyMatrix4(yi),this}lookAt(t){return Wu.lookAt(t),Wu.updateMatrix(),this.applyMatrix4(Wu.matrix),this}center(){return this.computeBoundingBox(),this.boundingBox.getCenter(Wr).negate(),this.translate(Wr.x,Wr.y,Wr.z),this}setFromPoints(t){let e=this.getAttribute("position");if(e===void 0){let n=[];for(let s=0,r=t.length;s<r;s++){let o=t[s];n.push(o.x,o.y,o.z||0)}this.setAttribute("position",new Me(n,3))}else{let n=Math.min(t.length,e.count);for(let s=0;s<n;s++){let r=t[s];e.setXYZ(s,r.x,r.y,r.z||0)}t.length>e.count&&Jt("BufferGeometry: Buffer size too small for points data. Use .dispose() and create a new geometry."),e.needsUpdate=!0}return this}computeBoundingBox(){this.boundingBox===null&&(this.boundingBox=new en);let t=this.attributes.position,e=this.morphAttributes.position;if(t&&t.isGLBufferAttribute){ee("BufferGeometry.computeBoundingBox(): GLBufferAttribute requires a manual bounding box.",this),this.boundingBox.set(new C(-1/0,-1/0,-1/0),new C(1/0,1/0,1/0));return}if(t!==void 0){if(this.boundingBox.setFromBufferAttribute(t),e)for(let n=0,s=e.length;n<s;n++){let r=e[n];ci.setFromBufferAttribute(r),this.morphTargetsRelative?(Tn.addVectors(this.boundingBox.min,ci.min),this.boundingBox.expandByPoint(Tn),Tn.addVectors(this.boundingBox.max,ci.max),this.boundingBox.expandByPoint(Tn)):(this.boundingBox.expandByPoint(ci.min),this.boundingBox.expandByPoint(ci.max))}}else this.boundingBox.makeEmpty();(isNaN(this.boundingBox.min.x)||isNaN(this.boundingBox.min.y)||isNaN(this.boundingBox.min.z))&&ee('BufferGeometry.computeBoundingBox(): Computed min/max have NaN values. The "position" attribute is likely to have NaN values.',this)}computeBoundingSphere(){this.boundingSphere===null&&(this.boundingSphere=new Cn);let t=this.attributes.position,e=this.morphAttributes.position;if(t&&t.isGLBufferAttribute){ee("BufferGeometry.computeBoundingSphere(): GLBufferAttribute requires a manual bounding sphere.",this),this.boundingSphere.set(new C,1/0);return}if(t){let n=this.boundingSphere.center;if(ci.setFromBufferAttribute(t),e)for(let r=0,o=e.length;r<o;r++){let a=e[r];Ho.setFromBufferAttribute(a),this.morphTargetsRelative?(Tn.addVectors(ci.min,Ho.min),ci.expandByPoint(Tn),Tn.addVectors(ci.max,Ho.max),ci.expandByPoint(Tn)):(ci.expandByPoint(Ho.min),ci.expandByPoint(Ho.max))}ci.getCenter(n);let s=0;for(let r=0,o=t.count;r<o;r++)Tn.fromBufferAttribute(t,r),s=Math.max(s,n.distanceToSquared(Tn));if(e)for(let r=0,o=e.length;r<o;r++){let a=e[r],l=this.morphTargetsRelative;for(let c=0,h=a.count;c<h;c++)Tn.fromBufferAttribute(a,c),l&&(Wr.fromBufferAttribute(t,c),Tn.add(Wr)),s=Math.max(s,n.distanceToSquared(Tn))}this.boundingSphere.radius=Math.sqrt(s),isNaN(this.boundingSphere.radius)&&ee('BufferGeometry.computeBoundingSphere(): Computed radius is NaN. The "position" attribute is likely to have NaN values.',this)}}computeTangents(){let t=this.index,e=this.attributes;if(t===null||e.position===void 0||e.normal===void 0||e.uv===void 0){ee("BufferGeometry: .computeTangents() failed. Missing required attributes (index, position, normal or uv)");return}let n=e.position,s=e.normal,r=e.uv,o=this.getAttribute("tangent");(o===void 0||o.count!==n.count)&&(o=new Ze(new Float32Array(4*n.count),4),this.setAttribute("tangent",o));let a=[],l=[],c=new Uint8Array(n.count);for(let F=0;F<n.count;F++)a[F]=new C,l[F]=new C;let h=new C,u=new C,d=new C,f=new Ht,p=new Ht,x=new Ht,m=new C,g=new C;function S(F,I,D){c[F]=c[I]=c[D]=1,h.fromBufferAttribute(n,F),u.fromBufferAttribute(n,I),d.fromBufferAttribute(n,D),f.fromBufferAttribute(r,F),p.fromBufferAttribute(r,I),x.fromBufferAttribute(r,D),u.sub(h),d.sub(h),p.sub(f),x.sub(f);let z=1/(p.x*x.y-x.x*p.y);isFinite(z)&&(m.copy(u).multiplyScalar(x.y).addScaledVector(d,-p.y).multiplyScalar(z),g.copy(d).multiplyScalar(p.x).addScaledVector(u,-x.x).multiplyScalar(z),a[F].add(m),a[I].add(m),a[D].add(m),l[F].add(g),l[I].add(g),l[D].add(g))}let E=this.groups;E.length===0&&(E=[{start:0,count:t.count}]);for(let F=0,I=E.length;F<I;++F){let D=E[F],z=D.start,V=D.count;for(let N=z,H=z+V;N<H;N+=3)S(t.getX(N+0),t.getX(N+1),t.getX(N+2))}let y=new C,R=new C,T=new C,_=new C;function w(F){T.fromBufferAttribute(s,F),_.copy(T);let I=a[F];y.copy(I),y.sub(T.multiplyScalar(T.dot(I))).normalize(),R.crossVectors(_,I);let z=R.dot(l[F])<0?-1:1;o.setXYZW(F,y.x,y.y,y.z,z)}for(let F=0,I=n.count;F<I;++F)c[F]&&w(F);this._transformed=!0}computeVertexNormals(){let t=this.index,e=this.getAttribute("position");if(e!==void 0){let n=this.getAttribute("normal");if(n===void 0||n.count!==e.count)n=new Ze(new Float32Array(e.count*3),3),this.setAttribute("normal",n);else for(let d=0,f=n.count;d<f;d++)n.setXYZ(d,0,0,0);let s=new C,r=new C,o=new C,a=new C,l=new C,c=new C,h=new C,u=new C;if(t)for(let d=0,f=t.count;d<f;d+=3){let p=t.getX(d+0),x=t.getX(d+1),m=t.getX(d+2);s.fromBufferAttribute(e,p),r.fromBufferAttribute(e,x),o.fromBufferAttribute(e,m),h.subVectors(o,r),u.subVectors(s,r),h.cross(u),a.fromBufferAttribute(n,p),l.fromBufferAttribute(n,x),c.fromBufferAttribute(n,m),a.add(h),l.add(h),c.add(h),n.setXYZ(p,a.x,a.y,a.z),n.setXYZ(x,l.x,l.y,l.z),n.setXYZ(m,c.x,c.y,c.z)}else for(let d=0,f=e.count;d<f;d+=3)s.fromBufferAttribute(e,d+0),r.fromBufferAttribute(e,d+1),o.fromBufferAttribute(e,d+2),h.subVectors(o,r),u.subVectors(s,r),h.cross(u),n.setXYZ(d+0,h.x,h.y,h.z),n.setXYZ(d+1,h.x,h.y,h.z),n.setXYZ(d+2,h.x,h.y,h.z);this.normalizeNormals(),n.needsUpdate=!0}}normalizeNormals(){let t=this.attributes.normal;for(let e=0,n=t.count;e<n;e++)Tn.fromBufferAttribute(t,e),Tn.normalize(),t.setXYZ(e,Tn.x,Tn.y,Tn.z)}toNonIndexed(){function t(a,l){let c=a.array,h=a.itemSize,u=a.normalized,d=new c.constructor(l.length*h),f=0,p=0;for(let x=0,m=l.length;x<m;x++){a.isInterleavedBufferAttribute?f=l[x]*a.data.stride+a.offset:f=l[x]*h;for(let g=0;g<h;g++)d[p++]=c[f++]}return new Ze(d,h,u)}if(this.index===null)return Jt("BufferGeometry.toNonIndexed(): BufferGeometry is already non-indexed."),this;let e=new i,n=this.index.array,s=this.attributes;for(let a in s){let l=s[a],c=t(l,n);e.setAttribute(a,c)}let r=this.morphAttributes;for(let a in r){let l=[],c=r[a];for(let h=0,u=c.length;h<u;h++){let d=c[h],f=t(d,n);l.push(f)}e.morphAttributes[a]=l}e.morphTargetsRelative=this.morphTargetsRelative;let o=this.groups;for(let a=0,l=o.length;a<l;a++){let c=o[a];e.addGroup(c.start,c.count,c.materialIndex)}return e}toJSON(){let t={metadata:{version:4.7,type:"BufferGeometry",generator:"BufferGeometry.toJSON"}};if(t.uuid=this.uuid,t.type=this.parameters!==void 0&&this._transformed===!0?"BufferGeometry":this.type,t.name=this.name,Object.keys(this.userData).length>0&&(t.userData=this.userData),this.parameters!==void 0&&this._transformed!==!0){let l=this.parameters;for(let c in l)l[c]!==void 0&&(t[c]=l[c]);return t}t.data={attributes:{}};let e=this.index;e!==null&&(t.data.index={type:e.array.constructor.name,array:Array.prototype.slice.call(e.array)});let n=this.attributes;for(let l in n){let c=n[l];t.data.attributes[l]=c.toJSON(t.data)}let s={},r=!1;for(let l in this.morphAttributes){let c=this.morphAttributes[l],h=[];for(let u=0,d=c.length;u<d;u++){let f=c[u];h.push(f.toJSON(t.data))}h.length>0&&(s[l]=h,r=!0)}r&&(t.data.morphAttributes=s,t.data.morphTargetsRelative=this.morphTargetsRelative);let o=this.groups;o.length>0&&(t.data.groups=JSON.parse(JSON.stringify(o)));let a=this.boundingSphere;return a!==null&&(t.data.boundingSphere=a.toJSON()),t}clone(){return new this.constructor().copy(this)}copy(t){this.index=null,this.attributes={},this.morphAttributes={},this.groups=[],this.boundingBox=null,this.boundingSphere=null;let e={};this.name=t.name;let n=t.index;n!==null&&this.setIndex(n.clone());let s=t.attributes;for(let c in s){let h=s[c];this.setAttribute(c,h.clone(e))}let r=t.morphAttributes;for(let c in r){let h=[],u=r[c];for(let d=0,f=u.length;d<f;d++)h.push(u[d].clone(e));this.morphAttributes[c]=h}this.morphTargetsRelative=t.morphTargetsRelative;let o=t.groups;for(let c=0,h=o.length;c<h;c++){let u=o[c];this.addGroup(u.start,u.count,u.materialIndex)}let a=t.boundingBox;a!==null&&(this.boundingBox=a.clone());let l=t.boundingSphere;return l!==null&&(this.boundingSphere=l.clone()),this.drawRange.start=t.drawRange.start,this.drawRange.count=t.drawRange.count,this.userData=t.userData,this._transformed=t._transformed,this}dispose(){this.dispatchEvent({type:"dispose"})}},oa=class{constructor(t,e){this.isInterleavedBuffer=!0,this.array=t,this.stride=e,this.count=t!==void 0?t.length/e:0,this.usage=Od,this.updateRanges=[],this.version=0,this.uuid=Ys()}onUploadCallback(){}set needsUpdate(t){t===!0&&this.version++}setUsage(t){return this.usage=t,this}addUpdateRange(t,e){this.updateRanges.push({start:t,count:e})}clearUpdateRanges(){this.updateRanges.length=0}copy(t){return this.array=new t.array.constructor(t.array),this.count=t.count,this.stride=t.stride,this.usage=t.usage,this}copyAt(t,e,n){t*=this.stride,n*=e.stride;for(let s=0,r=this.stride;s<r;s++)this.array[t+s]=e.array[n+s];return this}set(t,e=0){return this.array.set(t,e),this}clone(t){t.arrayBuffers===void 0&&(t.arrayBuffers={});let e=zp(this.array);t.arrayBuffers[e]===void 0&&(t.arrayBuffers[e]=this.array.slice(0).buffer);let n=new this.array.constructor(t.arrayBuffers[e]),s=new this.constructor(n,this.stride);return s.setUsage(this.usage),s}onUpload(t){return this.onUploadCallback=t,this}toJSON(t){t.arrayBuffers===void 0&&(t.arrayBuffers={});let e=zp(this.array);t.arrayBuffers[e]===void 0&&(t.arrayBuffers[e]=Array.from(new Uint32Array(this.array.slice(0).buffer)));let n={uuid:this.uuid,buffer:e,type:this.array.constructor.name,stride:this.stride};return n.usage=this.usage,n}};function zp(i){return i.buffer._uuid===void 0&&(i.buffer._uuid=Ys()),i.byteOffset===0&&i.byteLength===i.buffer.byteLength?i.buffer._uuid:i.buffer._uuid+":"+i.byteOffset+":"+i.byteLength}var Xn=new C,Si=class i{constructor(t,e,n,s=!1){this.isInterleavedBufferAttribute=!0,this.name="",this.data=t,this.itemSize=e,this.offset=n,this.normalized=s,this._normalizationScale=t!==void 0?uh(t.array):void 0}get count(){return this.data.count}get array(){return this.data.array}set needsUpdate(t){this.data.needsUpdate=t}applyMatrix4(t){for(let e=0,n=this.data.count;e<n;e++)Xn.fromBufferAttribute(this,e),Xn.applyMatrix4(t),this.setXYZ(e,Xn.x,Xn.y,Xn.z);return this}applyNormalMatrix(t){for(let e=0,n=this.count;e<n;e++)Xn.fromBufferAttribute(this,e),Xn.applyNormalMatrix(t),this.setXYZ(e,Xn.x,Xn.y,Xn.z);return this}transformDirection(t){for(let e=0,n=this.count;e<n;e++)Xn.fromBufferAttribute(this,e),Xn.transformDirection(t),this.setXYZ(e,Xn.x,Xn.y,Xn.z);return this}getComponent(t,e){let n=this.array[t*this.data.stride+this.offset+e];return this.normalized&&(n=this._denormalize(n)),n}setComponent(t,e,n){return this.normalized&&(n=this._normalize(n)),this.data.array[t*this.data.stride+this.offset+e]=n,this}setX(t,e){return this.normalized&&(e=this._normalize(e)),this.data.array[t*this.data.stride+this.offset]=e,this}setY(t,e){return this.normalized&&(e=this._normalize(e)),this.data.array[t*this.data.stride+this.offset+1]=e,this}setZ(t,e){return this.normalized&&(e=this._normalize(e)),this.data.array[t*this.data.stride+this.offset+2]=e,this}setW(t,e){return this.normalized&&(e=this._normalize(e)),this.data.array[t*this.data.stride+this.offset+3]=e,this}getX(t){let e=this.data.array[t*this.data.stride+this.offset];return this.normalized&&(e=this._denormalize(e)),e}getY(t){let e=this.data.array[t*this.data.stride+this.offset+1];return this.normalized&&(e=this._denormalize(e)),e}getZ(t){let e=this.data.array[t*this.data.stride+this.offset+2];return this.normalized&&(e=this._denormalize(e)),e}getW(t){let e=this.data.array[t*this.data.stride+this.offset+3];return this.normalized&&(e=this._denormalize(e)),e}setXY(t,e,n){return t=t*this.data.stride+this.offset,this.normalized&&(e=this._normalize(e),n=this._normalize(n)),this.data.array[t+0]=e,this.data.array[t+1]=n,this}setXYZ(t,e,n,s){return t=t*this.data.stride+this.offset,this.normalized&&(e=this._normalize(e),n=this._normalize(n),s=this._normalize(s)),this.data.array[t+0]=e,this.data.array[t+1]=n,this.data.array[t+2]=s,this}setXYZW(t,e,n,s,r){return t=t*this.data.stride+this.offset,this.normalized&&(e=this._normalize(e),n=this._normalize(n),s=this._normalize(s),r=this._normalize(r)),this.data.array[t+0]=e,this.data.array[t+1]=n,this.data.array[t+2]=s,this.data.array[t+3]=r,this}clone(t){if(t===void 0){na("InterleavedBufferAttribute.clone(): Cloning an interleaved buffer attribute will de-interleave buffer data.");let e=[];for(let n=0;n<this.count;n++){let s=n*this.data.stride+this.offset;for(let r=0;r<this.itemSize;r++)e.push(this.data.array[s+r])}return new Ze(new this.array.constructor(e),this.itemSize,this.normalized)}else return t.interleavedBuffers===void 0&&(t.interleavedBuffers={}),t.interleavedBuffers[this.data.uuid]===void 0&&(t.interleavedBuffers[this.data.uuid]=this.data.clone(t)),new i(t.interleavedBuffers[this.data.uuid],this.itemSize,this.offset,this.normalized)}toJSON(t){if(t===void 0){na("InterleavedBufferAttribute.toJSON(): Serializing an interleaved buffer attribute will de-interleave buffer data.");let e=[];for(let n=0;n<this.count;n++){let s=n*this.data.stride+this.offset;for(let r=0;r<this.itemSize;r++)e.push(this.data.array[s+r])}return{itemSize:this.itemSize,type:this.array.constructor.name,array:e,normalized:this.normalized}}else return t.interleavedBuffers===void 0&&(t.interleavedBuffers={}),t.interleavedBuffers[this.data.uuid]===void 0&&(t.interleavedBuffers[this.data.uuid]=this.data.toJSON(t)),{isInterleavedBufferAttribute:!0,itemSize:this.itemSize,data:this.data.uuid,offset:this.offset,normalized:this.normalized}}_denormalize(t){let e=this._normalizationScale;return e!==void 0?Math.max(t/e,-1):Gd(t,this.data.array)}_normalize(t){let e=this._normalizationScale;return e!==void 0?Math.round(t*e):Hd(t,this.data.array)}},Xu=new C,Bx=new C,zx=new ie,hi=class{constructor(t=new C(1,0,0),e=0){this.isPlane=!0,this.normal=t,this.constant=e}set(t,e){return this.normal.copy(t),this.constant=e,this}setComponents(t,e,n,s){return this.normal.set(t,e,n),this.constant=s,this}setFromNormalAndCoplanarPoint(t,e){return this.normal.copy(t),this.constant=-e.dot(this.normal),this}setFromCoplanarPoints(t,e,n){let s=Xu.subVectors(n,e).cross(Bx.subVectors(t,e)).normalize();return this.setFromNormalAndCoplanarPoint(s,t),this}copy(t){return this.normal.copy(t.normal),this.constant=t.constant,this}normalize(){let t=1/this.normal.length();return this.normal.multiplyScalar(t),this.constant*=t,this}negate(){return this.constant*=-1,this.normal.negate(),this}distanceToPoint(t){return this.normal.dot(t)+this.constant}distanceToSphere(t){return this.distanceToPoint(t.center)-t.radius}projectPoint(t,e){return e.copy(t).addScaledVector(this.normal,-this.distanceToPoint(t))}intersectLine(t,e,n=!0){let s=t.delta(Xu),r=this.normal.dot(s);if(r===0)return this.distanceToPoint(t.start)===0?e.copy(t.start):null;let o=-(t.start.dot(this.normal)+this.constant)/r;return n===!0&&(o<0||o>1)?null:e.copy(t.start).addScaledVector(s,o)}intersectsLine(t){let e=this.distanceToPoint(t.start),n=this.distanceToPoint(t.end);return e<0&&n>0||n<0&&e>0}intersectsBox(t){return t.intersectsPlane(this)}intersectsSphere(t){return t.intersectsPlane(this)}coplanarPoint(t){return t.copy(this.normal).multiplyScalar(-this.constant)}applyMatrix4(t,e){let n=e||zx.getNormalMatrix(t),s=this.coplanarPoint(Xu).applyMatrix4(t),r=this.normal.applyMatrix3(n).normalize();return this.constant=-s.dot(r),this}translate(t){return this.constant-=t.dot(this.normal),this}equals(t){return t.normal.equals(this.normal)&&t.constant===this.constant}clone(){return new this.constructor().copy(this)}toJSON(){return{normal:this.normal.toArray(),constant:this.constant}}fromJSON(t){return this.normal.fromArray(t.normal),this.constant=t.constant,this}},kx=0,ji=class extends Ji{constructor(){super(),this.isMaterial=!0,Object.defineProperty(this,"id",{value:kx++}),this.uuid=Ys(),this.name="",this.type="Material",this.blending=uo,this.side=Qi,this.vertexColors=!1,this.opacity=1,this.transparent=!1,this.alphaHash=!1,this.blendSrc=gd,this.blendDst=_d,this.blendEquation=hr,this.blendSrcAlpha=null,this.blendDstAlpha=null,this.blendEquationAlpha=null,this.blendColor=new $t(0,0,0),this.blendAlpha=0,this.depthFunc=jr,this.depthTest=!0,this.depthWrite=!0,this.stencilWriteMask=255,this.stencilFunc=Bm,this.stencilRef=0,this.stencilFuncMask=255,this.stencilFail=zl,this.stencilZFail=zl,this.stencilZPass=zl,this.stencilWrite=!1,this.clippingPlanes=null,this.clipIntersection=!1,this.clipShadows=!1,this.shadowSide=null,this.colorWrite=!0,this.precision=null,this.polygonOffset=!1,this.polygonOffsetFactor=0,this.polygonOffsetUnits=0,this.dithering=!1,this.alphaToCoverage=!1,this.premultipliedAlpha=!1,this.forceSinglePass=!1,this.allowOverride=!0,this.visible=!0,this.toneMapped=!0,this.userData={},this.version=0,this._alphaTest=0}get alphaTest(){return this._alphaTest}set alphaTest(t){this._alphaTest>0!=t>0&&this.version++,this._alphaTest=t}onBeforeRender(){}onBeforeCompile(){}customProgramCacheKey(){return this.onBeforeCompile.toString()}setValues(t){if(t!==void 0)for(let e in t){let n=t[e];if(n===void 0){Jt(`Material: parameter '${e}' has value of undefined.`);continue}let s=this[e];if(s===void 0){Jt(`Material: '${e}' is not a property of THREE.${this.type}.`);continue}s&&s.isColor?s.set(n):s&&s.isVector2&&n&&n.isVector2||s&&s.isEuler&&n&&n.isEuler||s&&s.isVector3&&n&&n.isVector3?s.copy(n):this[e]=n}}toJSON(t){let e=t===void 0||typeof t=="string";e&&(t={textures:{},images:{}});let n={metadata:{version:4.7,type:"Material",generator:"Material.toJSON"}};n.uuid=this.uuid,n.type=this.type,n.blending=this.blending,n.side=this.side,n.shadowSide=this.shadowSide,n.vertexColors=this.vertexColors,n.opacity=this.opacity,n.transparent=this.transparent,n.blendSrc=this.blendSrc,n.blendDst=this.blendDst,n.blendEquation=this.blendEquation,n.blendSrcAlpha=this.blendSrcAlpha,n.blendDstAlpha=this.blendDstAlpha,n.blendEquationAlpha=this.blendEquationAlpha,n.blendColor=this.blendColor.getHex(),n.blendAlpha=this.blendAlpha,n.depthFunc=this.depthFunc,n.depthTest=this.depthTest,n.depthWrite=this.depthWrite,n.colorWrite=this.colorWrite,n.clipIntersection=this.clipIntersection,n.clipShadows=this.clipShadows,n.stencilWriteMask=this.stencilWriteMask,n.stencilFunc=this.stencilFunc,n.stencilRef=this.stencilRef,n.stencilFuncMask=this.stencilFuncMask,n.stencilFail=this.stencilFail,n.stencilZFail=this.stencilZFail,n.stencilZPass=this.stencilZPass,n.stencilWrite=this.stencilWrite,n.polygonOffset=this.polygonOffset,n.polygonOffsetFactor=this.polygonOffsetFactor,n.polygonOffsetUnits=this.polygonOffsetUnits,n.dithering=this.dithering,n.alphaTest=this.alphaTest,n.alphaHash=this.alphaHash,n.alphaToCoverage=this.alphaToCoverage,n.premultipliedAlpha=this.premultipliedAlpha,n.forceSinglePass=this.forceSinglePass,n.allowOverride=this.allowOverride,n.visible=this.visible,n.toneMapped=this.toneMapped,n.name=this.name,this.color&&this.color.isColor&&(n.color=this.color.getHex()),this.roughness!==void 0&&(n.roughness=this.roughness),this.metalness!==void 0&&(n.metalness=this.metalness),this.sheen!==void 0&&(n.sheen=this.sheen),this.sheenColor&&this.sheenColor.isColor&&(n.sheenColor=this.sheenColor.getHex()),this.sheenRoughness!==void 0&&(n.sheenRoughness=this.sheenRoughness),this.emissive&&this.emissive.isColor&&(n.emissive=this.emissive.getHex()),this.emissiveIntensity!==void 0&&(n.emissiveIntensity=this.emissiveIntensity),this.specular&&this.specular.isColor&&(n.specular=this.specular.getHex()),this.specularIntensity!==void 0&&(n.specularIntensity=this.specularIntensity),this.specularColor&&this.specularColor.isColor&&(n.specularColor=this.specularColor.getHex()),this.shininess!==void 0&&(n.shininess=this.shininess),this.clearcoat!==void 0&&(n.clearcoat=this.clearcoat),this.clearcoatRoughness!==void 0&&(n.clearcoatRoughness=this.clearcoatRoughness),this.diffuseRoughness!==void 0&&(n.diffuseRoughness=this.diffuseRoughness),this.diffuseRoughnessMap&&this.diffuseRoughnessMap.isTexture&&(n.diffuseRoughnessMap=this.diffuseRoughnessMap.toJSON(t).uuid),this.clearcoatMap&&this.clearcoatMap.isTexture&&(n.clearcoatMap=this.clearcoatMap.toJSON(t).uuid),this.clearcoatRoughnessMap&&this.clearcoatRoughnessMap.isTexture&&(n.clearcoatRoughnessMap=this.clearcoatRoughnessMap.toJSON(t).uuid),this.clearcoatNormalMap&&this.clearcoatNormalMap.isTexture&&(n.clearcoatNormalMap=this.clearcoatNormalMap.toJSON(t).uuid,n.clearcoatNormalScale=this.clearcoatNormalScale.toArray()),this.sheenColorMap&&this.sheenColorMap.isTexture&&(n.sheenColorMap=this.sheenColorMap.toJSON(t).uuid),this.sheenRoughnessMap&&this.sheenRoughnessMap.isTexture&&(n.sheenRoughnessMap=this.sheenRoughnessMap.toJSON(t).uuid),this.dispersion!==void 0&&(n.dispersion=this.dispersion),this.retroreflectivity!==void 0&&(n.retroreflectivity=this.retroreflectivity),this.iridescence!==void 0&&(n.iridescence=this.iridescence),this.iridescenceIOR!==void 0&&(n.iridescenceIOR=this.iridescenceIOR),this.iridescenceThicknessMinimum!==void 0&&(n.iridescenceThicknessMinimum=this.iridescenceThicknessMinimum),this.iridescenceThicknessMaximum!==void 0&&(n.iridescenceThicknessMaximum=this.iridescenceThicknessMaximum),this.iridescenceMap&&this.iridescenceMap.isTexture&&(n.iridescenceMap=this.iridescenceMap.toJSON(t).uuid),this.iridescenceThicknessMap&&this.iridescenceThicknessMap.isTexture&&(n.iridescenceThicknessMap=this.iridescenceThicknessMap.toJSON(t).uuid),this.anisotropy!==void 0&&(n.anisotropy=this.anisotropy),this.anisotropyRotation!==void 0&&(n.anisotropyRotation=this.anisotropyRotation),this.anisotropyMap&&this.anisotropyMap.isTexture&&(n.anisotropyMap=this.anisotropyMap.toJSON(t).uuid),this.map&&this.map.isTexture&&(n.map=this.map.toJSON(t).uuid),this.matcap&&this.matcap.isTexture&&(n.matcap=this.matcap.toJSON(t).uuid),this.alphaMap&&this.alphaMap.isTexture&&(n.alphaMap=this.alphaMap.toJSON(t).uuid),this.lightMap&&this.lightMap.isTexture&&(n.lightMap=this.lightMap.toJSON(t).uuid,n.lightMapIntensity=this.lightMapIntensity),this.aoMap&&this.aoMap.isTexture&&(n.aoMap=this.aoMap.toJSON(t).uuid,n.aoMapIntensity=this.aoMapIntensity),this.bumpMap&&this.bumpMap.isTexture&&(n.bumpMap=this.bumpMap.toJSON(t).uuid,n.bumpScale=this.bumpScale),this.normalMap&&this.normalMap.isTexture&&(n.normalMap=this.normalMap.toJSON(t).uuid,n.normalMapType=this.normalMapType,n.normalScale=this.normalScale.toArray()),this.displacementMap&&this.displacementMap.isTexture&&(n.displacementMap=this.displacementMap.toJSON(t).uuid,n.displacementScale=this.displacementScale,n.displacementBias=this.displacementBias),this.roughnessMap&&this.roughnessMap.isTexture&&(n.roughnessMap=this.roughnessMap.toJSON(t).uuid),this.metalnessMap&&this.metalnessMap.isTexture&&(n.metalnessMap=this.metalnessMap.toJSON(t).uuid),this.emissiveMap&&this.emissiveMap.isTexture&&(n.emissiveMap=this.emissiveMap.toJSON(t).uuid),this.specularMap&&this.specularMap.isTexture&&(n.specularMap=this.specularMap.toJSON(t).uuid),this.specularIntensityMap&&this.specularIntensityMap.isTexture&&(n.specularIntensityMap=this.specularIntensityMap.toJSON(t).uuid),this.specularColorMap&&this.specularColorMap.isTexture&&(n.specularColorMap=this.specularColorMap.toJSON(t).uuid),this.envMap&&this.envMap.isTexture&&(n.envMap=this.envMap.toJSON(t).uuid,this.combine!==void 0&&(n.combine=this.combine)),this.envMapRotation!==void 0&&(n.envMapRotation=this.envMapRotation.toArray()),this.envMapIntensity!==void 0&&(n.envMapIntensity=this.envMapIntensity),this.reflectivity!==void 0&&(n.reflectivity=this.reflectivity),this.refractionRatio!==void 0&&(n.refractionRatio=this.refractionRatio),this.gradientMap&&this.gradientMap.isTexture&&(n.gradientMap=this.gradientMap.toJSON(t).uuid),this.transmission!==void 0&&(n.transmission=this.transmission),this.transmissionMap&&this.transmissionMap.isTexture&&(n.transmissionMap=this.transmissionMap.toJSON(t).uuid),this.thickness!==void 0&&(n.thickness=this.thickness),this.thicknessMap&&this.thicknessMap.isTexture&&(n.thicknessMap=this.thicknessMap.toJSON(t).uuid),this.attenuationDistance!==void 0&&(n.attenuationDistance=this.attenuationDistance),this.attenuationColor!==void 0&&(n.attenuationColor=this.attenuationColor.getHex()),this.size!==void 0&&(n.size=this.size),this.sizeAttenuation!==void 0&&(n.sizeAttenuation=this.sizeAttenuation),Array.isArray(this.clippingPlanes)&&this.clippingPlanes.length>0&&(n.clippingPlanes=this.clippingPlanes.map(r=>r.toJSON())),this.rotation!==void 0&&(n.rotation=this.rotation),this.depthPacking!==void 0&&(n.depthPacking=this.depthPacking),this.linewidth!==void 0&&(n.linewidth=this.linewidth),this.linecap!==void 0&&(n.linecap=this.linecap),this.linejoin!==void 0&&(n.linejoin=this.linejoin),this.dashSize!==void 0&&(n.dashSize=this.dashSize),this.gapSize!==void 0&&(n.gapSize=this.gapSize),this.scale!==void 0&&(n.scale=this.scale),this.wireframe!==void 0&&(n.wireframe=this.wireframe),this.wireframeLinewidth!==void 0&&(n.wireframeLinewidth=this.wireframeLinewidth),this.wireframeLinecap!==void 0&&(n.wireframeLinecap=this.wireframeLinecap),this.wireframeLinejoin!==void 0&&(n.wireframeLinejoin=this.wireframeLinejoin),this.flatShading!==void 0&&(n.flatShading=this.flatShading),this.fog!==void 0&&(n.fog=this.fog),Object.keys(this.userData).length>0&&(n.userData=this.userData);function s(r){let o=[];for(let a in r){let l=r[a];delete l.metadata,o.push(l)}return o}if(e){let r=s(t.textures),o=s(t.images);r.length>0&&(n.textures=r),o.length>0&&(n.images=o)}return n}fromJSON(t,e){if(t.uuid!==void 0&&(this.uuid=t.uuid),t.name!==void 0&&(this.name=t.name),t.color!==void 0&&this.color!==void 0&&this.color.setHex(t.color),t.roughness!==void 0&&(this.roughness=t.roughness),t.metalness!==void 0&&(this.metalness=t.metalness),t.sheen!==void 0&&(this.sheen=t.sheen),t.sheenColor!==void 0&&(this.sheenColor=new $t().setHex(t.sheenColor)),t.sheenRoughness!==void 0&&(this.sheenRoughness=t.sheenRoughness),t.emissive!==void 0&&this.emissive!==void 0&&this.emissive.setHex(t.emissive),t.specular!==void 0&&this.specular!==void 0&&this.specular.setHex(t.specular),t.specularIntensity!==void 0&&(this.specularIntensity=t.specularIntensity),t.specularColor!==void 0&&this.specularColor!==void 0&&this.specularColor.setHex(t.specularColor),t.shininess!==void 0&&(this.shininess=t.shininess),t.clearcoat!==void 0&&(this.clearcoat=t.clearcoat),t.clearcoatRoughness!==void 0&&(this.clearcoatRoughness=t.clearcoatRoughness),t.diffuseRoughness!==void 0&&(this.diffuseRoughness=t.diffuseRoughness),t.dispersion!==void 0&&(this.dispersion=t.dispersion),t.retroreflectivity!==void 0&&(this.retroreflectivity=t.retroreflectivity),t.iridescence!==void 0&&(this.iridescence=t.iridescence),t.iridescenceIOR!==void 0&&(this.iridescenceIOR=t.iridescenceIOR),t.iridescenceThicknessMinimum!==void 0&&(this.iridescenceThicknessMinimum=t.iridescenceThicknessMinimum),t.iridescenceThicknessMaximum!==void 0&&(this.iridescenceThicknessMaximum=t.iridescenceThicknessMaximum),t.iridescenceThicknessRange!==void 0&&(this.iridescenceThicknessMinimum=t.iridescenceThicknessRange[0],this.iridescenceThicknessMaximum=t.iridescenceThicknessRange[1]),t.transmission!==void 0&&(this.transmission=t.transmission),t.thickness!==void 0&&(this.thickness=t.thickness),t.attenuationDistance!==void 0&&(this.attenuationDistance=t.attenuationDistance),t.attenuationColor!==void 0&&this.attenuationColor!==void 0&&this.attenuationColor.setHex(t.attenuationColor),t.anisotropy!==void 0&&(this.anisotropy=t.anisotropy),t.anisotropyRotation!==void 0&&(this.anisotropyRotation=t.anisotropyRotation),t.fog!==void 0&&(this.fog=t.fog),t.flatShading!==void 0&&(this.flatShading=t.flatShading),t.blending!==void 0&&(this.blending=t.blending),t.combine!==void 0&&(this.combine=t.combine),t.side!==void 0&&(this.side=t.side),t.shadowSide!==void 0&&(this.shadowSide=t.shadowSide),t.opacity!==void 0&&(this.opacity=t.opacity),t.transparent!==void 0&&(this.transparent=t.transparent),t.alphaTest!==void 0&&(this.alphaTest=t.alphaTest),t.alphaHash!==void 0&&(this.alphaHash=t.alphaHash),t.depthFunc!==void 0&&(this.depthFunc=t.depthFunc),t.depthTest!==void 0&&(this.depthTest=t.depthTest),t.depthWrite!==void 0&&(this.depthWrite=t.depthWrite),t.colorWrite!==void 0&&(this.colorWrite=t.colorWrite),t.clippingPlanes!==void 0&&(this.clippingPlanes=t.clippingPlanes.map(n=>new hi().fromJSON(n))),t.clipIntersection!==void 0&&(this.clipIntersection=t.clipIntersection),t.clipShadows!==void 0&&(this.clipShadows=t.clipShadows),t.depthPacking!==void 0&&(this.depthPacking=t.depthPacking),t.blendSrc!==void 0&&(this.blendSrc=t.blendSrc),t.blendDst!==void 0&&(this.blendDst=t.blendDst),t.blendEquation!==void 0&&(this.blendEquation=t.blendEquation),t.blendSrcAlpha!==void 0&&(this.blendSrcAlpha=t.blendSrcAlpha),t.blendDstAlpha!==void 0&&(this.blendDstAlpha=t.blendDstAlpha),t.blendEquationAlpha!==void 0&&(this.blendEquationAlpha=t.blendEquationAlpha),t.blendColor!==void 0&&this.blendColor!==void 0&&this.blendColor.setHex(t.blendColor),t.blendAlpha!==void 0&&(this.blendAlpha=t.blendAlpha),t.stencilWriteMask!==void 0&&(this.stencilWriteMask=t.stencilWriteMask),t.stencilFunc!==void 0&&(this.stencilFunc=t.stencilFunc),t.stencilRef!==void 0&&(this.stencilRef=t.stencilRef),t.stencilFuncMask!==void 0&&(this.stencilFuncMask=t.stencilFuncMask),t.stencilFail!==void 0&&(this.stencilFail=t.stencilFail),t.stencilZFail!==void 0&&(this.stencilZFail=t.stencilZFail),t.stencilZPass!==void 0&&(this.stencilZPass=t.stencilZPass),t.stencilWrite!==void 0&&(this.stencilWrite=t.stencilWrite),t.wireframe!==void 0&&(this.wireframe=t.wireframe),t.wireframeLinewidth!==void 0&&(this.wireframeLinewidth=t.wireframeLinewidth),t.wireframeLinecap!==void 0&&(this.wireframeLinecap=t.wireframeLinecap),t.wireframeLinejoin!==void 0&&(this.wireframeLinejoin=t.wireframeLinejoin),t.rotation!==void 0&&(this.rotation=t.rotation),t.linewidth!==void 0&&(this.linewidth=t.linewidth),t.linecap!==void 0&&(this.linecap=t.linecap),t.linejoin!==void 0&&(this.linejoin=t.linejoin),t.dashSize!==void 0&&(this.dashSize=t.dashSize),t.gapSize!==void 0&&(this.gapSize=t.gapSize),t.scale!==void 0&&(this.scale=t.scale),t.polygonOffset!==void 0&&(this.polygonOffset=t.polygonOffset),t.polygonOffsetFactor!==void 0&&(this.polygonOffsetFactor=t.polygonOffsetFactor),t.polygonOffsetUnits!==void 0&&(this.polygonOffsetUnits=t.polygonOffsetUnits),t.dithering!==void 0&&(this.dithering=t.dithering),t.alphaToCoverage!==void 0&&(this.alphaToCoverage=t.alphaToCoverage),t.premultipliedAlpha!==void 0&&(this.premultipliedAlpha=t.premultipliedAlpha),t.forceSinglePass!==void 0&&(this.forceSinglePass=t.forceSinglePass),t.allowOverride!==void 0&&(this.allowOverride=t.allowOverride),t.visible!==void 0&&(this.visible=t.visible),t.toneMapped!==void 0&&(this.toneMapped=t.toneMapped),t.userData!==void 0&&(this.userData=t.userData),t.vertexColors!==void 0&&(typeof t.vertexColors=="number"?this.vertexColors=t.vertexColors>0:this.vertexColors=t.vertexColors),t.size!==void 0&&(this.size=t.size),t.sizeAttenuation!==void 0&&(this.sizeAttenuation=t.sizeAttenuation),t.map!==void 0&&(this.map=e[t.map]||null),t.matcap!==void 0&&(this.matcap=e[t.matcap]||null),t.alphaMap!==void 0&&(this.alphaMap=e[t.alphaMap]||null),t.bumpMap!==void 0&&(this.bumpMap=e[t.bumpMap]||null),t.bumpScale!==void 0&&(this.bumpScale=t.bumpScale),t.normalMap!==void 0&&(this.normalMap=e[t.normalMap]||null),t.normalMapType!==void 0&&(this.normalMapType=t.normalMapType),t.normalScale!==void 0){let n=t.normalScale;Array.isArray(n)===!1&&(n=[n,n]),this.normalScale=new Ht().fromArray(n)}return t.displacementMap!==void 0&&(this.displacementMap=e[t.displacementMap]||null),t.displacementScale!==void 0&&(this.displacementScale=t.displacementScale),t.displacementBias!==void 0&&(this.displacementBias=t.displacementBias),t.roughnessMap!==void 0&&(this.roughnessMap=e[t.roughnessMap]||null),t.metalnessMap!==void 0&&(this.metalnessMap=e[t.metalnessMap]||null),t.emissiveMap!==void 0&&(this.emissiveMap=e[t.emissiveMap]||null),t.emissiveIntensity!==void 0&&(this.emissiveIntensity=t.emissiveIntensity),t.specularMap!==void 0&&(this.specularMap=e[t.specularMap]||null),t.specularIntensityMap!==void 0&&(this.specularIntensityMap=e[t.specularIntensityMap]||null),t.specularColorMap!==void 0&&(this.specularColorMap=e[t.specularColorMap]||null),t.envMap!==void 0&&(this.envMap=e[t.envMap]||null),t.envMapRotation!==void 0&&this.envMapRotation.fromArray(t.envMapRotation),t.envMapIntensity!==void 0&&(this.envMapIntensity=t.envMapIntensity),t.reflectivity!==void 0&&(this.reflectivity=t.reflectivity),t.refractionRatio!==void 0&&(this.refractionRatio=t.refractionRatio),t.lightMap!==void 0&&(this.lightMap=e[t.lightMap]||null),t.lightMapIntensity!==void 0&&(this.lightMapIntensity=t.lightMapIntensity),t.aoMap!==void 0&&(this.aoMap=e[t.aoMap]||null),t.aoMapIntensity!==void 0&&(this.aoMapIntensity=t.aoMapIntensity),t.gradientMap!==void 0&&(this.gradientMap=e[t.gradientMap]||null),t.clearcoatMap!==void 0&&(this.clearcoatMap=e[t.clearcoatMap]||null),t.clearcoatRoughnessMap!==void 0&&(this.clearcoatRoughnessMap=e[t.clearcoatRoughnessMap]||null),t.clearcoatNormalMap!==void 0&&(this.clearcoatNormalMap=e[t.clearcoatNormalMap]||null),t.clearcoatNormalScale!==void 0&&(this.clearcoatNormalScale=new Ht().fromArray(t.clearcoatNormalScale)),t.diffuseRoughnessMap!==void 0&&(this.diffuseRoughnessMap=e[t.diffuseRoughnessMap]||null),t.iridescenceMap!==void 0&&(this.iridescenceMap=e[t.iridescenceMap]||null),t.iridescenceThicknessMap!==void 0&&(this.iridescenceThicknessMap=e[t.iridescenceThicknessMap]||null),t.transmissionMap!==void 0&&(this.transmissionMap=e[t.transmissionMap]||null),t.thicknessMap!==void 0&&(this.thicknessMap=e[t.thicknessMap]||null),t.anisotropyMap!==void 0&&(this.anisotropyMap=e[t.anisotropyMap]||null),t.sheenColorMap!==void 0&&(this.sheenColorMap=e[t.sheenColorMap]||null),t.sheenRoughnessMap!==void 0&&(this.sheenRoughnessMap=e[t.sheenRoughnessMap]||null),this}clone(){return new this.constructor().copy(this)}copy(t){this.name=t.name,this.blending=t.blending,this.side=t.side,this.vertexColors=t.vertexColors,this.opacity=t.opacity,this.transparent=t.transparent,this.blendSrc=t.blendSrc,this.blendDst=t.blendDst,this.blendEquation=t.blendEquation,this.blendSrcAlpha=t.blendSrcAlpha,this.blendDstAlpha=t.blendDstAlpha,this.blendEquationAlpha=t.blendEquationAlpha,this.blendColor.copy(t.blendColor),this.blendAlpha=t.blendAlpha,this.depthFunc=t.depthFunc,this.depthTest=t.depthTest,this.depthWrite=t.depthWrite,this.stencilWriteMask=t.stencilWriteMask,this.stencilFunc=t.stencilFunc,this.stencilRef=t.stencilRef,this.stencilFuncMask=t.stencilFuncMask,this.stencilFail=t.stencilFail,this.stencilZFail=t.stencilZFail,this.stencilZPass=t.stencilZPass,this.stencilWrite=t.stencilWrite;let e=t.clippingPlanes,n=null;if(e!==null){let s=e.length;n=new Array(s);for(let r=0;r!==s;++r)n[r]=e[r].clone()}return this.clippingPlanes=n,this.clipIntersection=t.clipIntersection,this.clipShadows=t.clipShadows,this.shadowSide=t.shadowSide,this.colorWrite=t.colorWrite,this.precision=t.precision,this.polygonOffset=t.polygonOffset,this.polygonOffsetFactor=t.polygonOffsetFactor,this.polygonOffsetUnits=t.polygonOffsetUnits,this.dithering=t.dithering,this.alphaTest=t.alphaTest,this.alphaHash=t.alphaHash,this.alphaToCoverage=t.alphaToCoverage,this.premultipliedAlpha=t.premultipliedAlpha,this.forceSinglePass=t.forceSinglePass,this.allowOverride=t.allowOverride,this.visible=t.visible,this.toneMapped=t.toneMapped,this.userData=JSON.parse(JSON.stringify(t.userData)),this}dispose(){this.dispatchEvent({type:"dispose"})}set needsUpdate(t){t===!0&&this.version++}};var gs=new C,qu=new C,yl=new C,vl=new C,ro=class{constructor(t=new C,e=new C(0,0,-1)){this.origin=t,this.direction=e}set(t,e){return this.origin.copy(t),this.direction.copy(e),this}copy(t){return this.origin.copy(t.origin),this.direction.copy(t.direction),this}at(t,e){return e.copy(this.origin).addScaledVector(this.direction,t)}lookAt(t){return this.direction.copy(t).sub(this.origin).normalize(),this}recast(t){return this.origin.copy(this.at(t,gs)),this}closestPointToPoint(t,e){e.subVectors(t,this.origin);let n=e.dot(this.direction);return n<0?e.copy(this.origin):e.copy(this.origin).addScaledVector(this.direction,n)}distanceToPoint(t){return Math.sqrt(this.distanceSqToPoint(t))}distanceSqToPoint(t){let e=gs.subVectors(t,this.origin).dot(this.direction);return e<0?this.origin.distanceToSquared(t):(gs.copy(this.origin).addScaledVector(this.direction,e),gs.distanceToSquared(t))}distanceSqToSegment(t,e,n,s){qu.copy(t).add(e).multiplyScalar(.5),yl.copy(e).sub(t).normalize(),vl.copy(this.origin).sub(qu);let r=t.distanceTo(e)*.5,o=-this.direction.dot(yl),a=vl.dot(this.direction),l=-vl.dot(yl),c=vl.lengthSq(),h=Math.abs(1-o*o),u,d,f,p;if(h>0)if(u=o*l-a,d=o*a-l,p=r*h,u>=0)if(d>=-p)if(d<=p){let x=1/h;u*=x,d*=x,f=u*(u+o*d+2*a)+d*(o*u+d+2*l)+c}else d=r,u=Math.max(0,-(o*d+a)),f=-u*u+d*(d+2*l)+c;else d=-r,u=Math.max(0,-(o*d+a)),f=-u*u+d*(d+2*l)+c;else d<=-p?(u=Math.max(0,-(-o*r+a)),d=u>0?-r:Math.min(Math.max(-r,-l),r),f=-u*u+d*(d+2*l)+c):d<=p?(u=0,d=Math.min(Math.max(-r,-l),r),f=d*(d+2*l)+c):(u=Math.max(0,-(o*r+a)),d=u>0?r:Math.min(Math.max(-r,-l),r),f=-u*u+d*(d+2*l)+c);else d=o>0?-r:r,u=Math.max(0,-(o*d+a)),f=-u*u+d*(d+2*l)+c;return n&&n.copy(this.origin).addScaledVector(this.direction,u),s&&s.copy(qu).addScaledVector(yl,d),f}intersectSphere(t,e){if(t.radius<0)return null;gs.subVectors(t.center,this.origin);let n=gs.dot(this.direction),s=gs.dot(gs)-n*n,r=t.radius*t.radius;if(s>r)return null;let o=Math.sqrt(r-s),a=n-o,l=n+o;return l<0?null:a<0?this.at(l,e):this.at(a,e)}intersectsSphere(t){return t.radius<0?!1:this.distanceSqToPoint(t.center)<=t.radius*t.radius}distanceToPlane(t){let e=t.normal.dot(this.direction);if(e===0)return t.distanceToPoint(this.origin)===0?0:null;let n=-(this.origin.dot(t.normal)+t.constant)/e;return n>=0?n:null}intersectPlane(t,e){let n=this.distanceToPlane(t);return n===null?null:this.at(n,e)}intersectsPlane(t){let e=t.distanceToPoint(this.origin);return e===0||t.normal.dot(this.direction)*e<0}intersectBox(t,e){let n,s,r,o,a,l,c=1/this.direction.x,h=1/this.direction.y,u=1/this.direction.z,d=this.origin;return c>=0?(n=(t.min.x-d.x)*c,s=(t.max.x-d.x)*c):(n=(t.max.x-d.x)*c,s=(t.min.x-d.x)*c),h>=0?(r=(t.min.y-d.y)*h,o=(t.max.y-d.y)*h):(r=(t.max.y-d.y)*h,o=(t.min.y-d.y)*h),n>o||r>s||((r>n||isNaN(n))&&(n=r),(o<s||isNaN(s))&&(s=o),u>=0?(a=(t.min.z-d.z)*u,l=(t.max.z-d.z)*u):(a=(t.max.z-d.z)*u,l=(t.min.z-d.z)*u),n>l||a>s)||((a>n||n!==n)&&(n=a),(l<s||s!==s)&&(s=l),s<0)?null:this.at(n>=0?n:s,e)}intersectsBox(t){return this.intersectBox(t,gs)!==null}intersectTriangle(t,e,n,s,r){let o=this.origin,a=this.direction,l=a.x,c=a.y,h=a.z,u=t.x-o.x,d=t.y-o.y,f=t.z-o.z,p=e.x-o.x,x=e.y-o.y,m=e.z-o.z,g=n.x-o.x,S=n.y-o.y,E=n.z-o.z,y=Math.abs(l),R=Math.abs(c),T=Math.abs(h),_,w,F,I,D,z,V,N,H,q,G,lt;if(y>=R&&y>=T?(F=l,z=u,H=p,lt=g,l>=0?(_=c,w=h,I=d,D=f,V=x,N=m,q=S,G=E):(_=h,w=c,I=f,D=d,V=m,N=x,q=E,G=S)):R>=T?(F=c,z=d,H=x,lt=S,c>=0?(_=h,w=l,I=f,D=u,V=m,N=p,q=E,G=g):(_=l,w=h,I=u,D=f,V=p,N=m,q=g,G=E)):(F=h,z=f,H=m,lt=E,h>=0?(_=l,w=c,I=u,D=d,V=p,N=x,q=g,G=S):(_=c,w=l,I=d,D=u,V=x,N=p,q=S,G=g)),F===0)return null;let $=_/F,K=w/F,et=1/F,dt=I-$*z,ut=D-K*z,tt=V-$*H,mt=N-K*H,xt=q-$*lt,Et=G-K*lt,Mt=xt*mt-Et*tt,qt=dt*Et-ut*xt,oe=tt*ut-mt*dt;if(s){if(Mt<0||qt<0||oe<0)return null}else if((Mt<0||qt<0||oe<0)&&(Mt>0||qt>0||oe>0))return null;let Wt=Mt+qt+oe;if(Wt===0)return null;let fe=et*(Mt*z+qt*H+oe*lt);return(Wt>0?fe<0:fe>0)?null:this.at(fe/Wt,r)}applyMatrix4(t){return this.origin.applyMatrix4(t),this.direction.transformDirection(t),this}equals(t){return t.origin.equals(this.origin)&&t.direction.equals(this.direction)}clone(){return new this.constructor().copy(this)}},oo=class extends ji{constructor(t){super(),this.isMeshBasicMaterial=!0,this.type="MeshBasicMaterial",this.color=new $t(16777215),this.map=null,this.lightMap=null,this.lightMapIntensity=1,this.aoMap=null,this.aoMapIntensity=1,this.specularMap=null,this.alphaMap=null,this.envMap=null,this.envMapRotation=new Ki,this.combine=Ac,this.reflectivity=1,this.refractionRatio=.98,this.wireframe=!1,this.wireframeLinewidth=1,this.wireframeLinecap="round",this.wireframeLinejoin="round",this.fog=!0,this.setValues(t)}copy(t){return super.copy(t),this.color.copy(t.color),this.map=t.map,this.lightMap=t.lightMap,this.lightMapIntensity=t.lightMapIntensity,this.aoMap=t.aoMap,this.aoMapIntensity=t.aoMapIntensity,this.specularMap=t.specularMap,this.alphaMap=t.alphaMap,this.envMap=t.envMap,this.envMapRotation.copy(t.envMapRotation),this.combine=t.combine,this.reflectivity=t.reflectivity,this.refractionRatio=t.refractionRatio,this.wireframe=t.wireframe,this.wireframeLinewidth=t.wireframeLinewidth,this.wireframeLinecap=t.wireframeLinecap,this.wireframeLinejoin=t.wireframeLinejoin,this.fog=t.fog,this}},kp=new Ot,nr=new ro,Sl=new Cn,Vp=new C,Ml=new C,bl=new C,wl=new C,Yu=new C,Al=new C,Gp=new C,Tl=new C,Bn=class extends Pn{constructor(t=new Ye,e=new oo){super(),this.isMesh=!0,this.type="Mesh",this.geometry=t,this.material=e,this.morphTargetDictionary=void 0,this.morphTargetInfluences=void 0,this.count=1,this.updateMorphTargets()}copy(t,e){return super.copy(t,e),t.morphTargetInfluences!==void 0?this.morphTargetInfluences=t.morphTargetInfluences.slice():this.morphTargetInfluences=void 0,t.morphTargetDictionary!==void 0?this.morphTargetDictionary=Object.assign({},t.morphTargetDictionary):this.morphTargetDictionary=void 0,this.material=Array.isArray(t.material)?t.material.slice():t.material,this.geometry=t.geometry,this}updateMorphTargets(){let e=this.geometry.morphAttributes,n=Object.keys(e);if(n.length>0){let s=e[n[0]];if(s!==void 0){this.morphTargetInfluences=[],this.morphTargetDictionary={};for(let r=0,o=s.length;r<o;r++){let a=s[r].name||String(r);this.morphTargetInfluences.push(0),this.morphTargetDictionary[a]=r}}}}getVertexPosition(t,e){let n=this.geometry,s=n.attributes.position,r=n.morphAttributes.position,o=n.morphTargetsRelative;e.fromBufferAttribute(s,t);let a=this.morphTargetInfluences;if(r&&a){Al.set(0,0,0);for(let l=0,c=r.length;l<c;l++){let h=a[l],u=r[l];h!==0&&(Yu.fromBufferAttribute(u,t),o?Al.addScaledVector(Yu,h):Al.addScaledVector(Yu.sub(e),h))}e.add(Al)}return e}intersectsFrustum(t){return t.intersectsObject(this)}raycast(t,e){let n=this.geometry,s=this.material,r=this.matrixWorld;s!==void 0&&(n.boundingSphere===null&&n.computeBoundingSphere(),Sl.copy(n.boundingSphere),Sl.applyMatrix4(r),nr.copy(t.ray).recast(t.near),!(Sl.containsPoint(nr.origin)===!1&&(nr.intersectSphere(Sl,Vp)===null||nr.origin.distanceToSquared(Vp)>(t.far-t.near)**2))&&(kp.copy(r).invert(),nr.copy(t.ray).applyMatrix4(kp),!(n.boundingBox!==null&&nr.intersectsBox(n.boundingBox)===!1)&&this._computeIntersections(t,e,nr)))}_computeIntersections(t,e,n){let s,r=this.geometry,o=this.material,a=r.index,l=r.attributes.position,c=r.attributes.uv,h=r.attributes.uv1,u=r.attributes.normal,d=r.groups,f=r.drawRange;if(a!==null)if(Array.isArray(o))for(let p=0,x=d.length;p<x;p++){let m=d[p],g=o[m.materialIndex],S=Math.max(m.start,f.start),E=Math.min(a.count,Math.min(m.start+m.count,f.start+f.count));for(let y=S,R=E;y<R;y+=3){let T=a.getX(y),_=a.getX(y+1),w=a.getX(y+2);s=El(this,g,t,n,c,h,u,T,_,w),s&&(s.faceIndex=Math.floor(y/3),s.face.materialIndex=m.materialIndex,e.push(s))}}else{let p=Math.max(0,f.start),x=Math.min(a.count,f.start+f.count);for(let m=p,g=x;m<g;m+=3){let S=a.getX(m),E=a.getX(m+1),y=a.getX(m+2);s=El(this,o,t,n,c,h,u,S,E,y),s&&(s.faceIndex=Math.floor(m/3),e.push(s))}}else if(l!==void 0)if(Array.isArray(o))for(let p=0,x=d.length;p<x;p++){let m=d[p],g=o[m.materialIndex],S=Math.max(m.start,f.start),E=Math.min(l.count,Math.min(m.start+m.count,f.start+f.count));for(let y=S,R=E;y<R;y+=3){let T=y,_=y+1,w=y+2;s=El(this,g,t,n,c,h,u,T,_,w),s&&(s.faceIndex=Math.floor(y/3),s.face.materialIndex=m.materialIndex,e.push(s))}}else{let p=Math.max(0,f.start),x=Math.min(l.count,f.start+f.count);for(let m=p,g=x;m<g;m+=3){let S=m,E=m+1,y=m+2;s=El(this,o,t,n,c,h,u,S,E,y),s&&(s.faceIndex=Math.floor(m/3),e.push(s))}}}};function Vx(i,t,e,n,s,r,o,a){let l;if(t.side===Jn?l=n.intersectTriangle(o,r,s,!0,a):l=n.intersectTriangle(s,r,o,t.side===Qi,a),l===null)return null;Tl.copy(a),Tl.applyMatrix4(i.matrixWorld);let c=e.ray.origin.distanceTo(Tl);return c<e.near||c>e.far?null:{distance:c,point:Tl.clone(),object:i}}function El(i,t,e,n,s,r,o,a,l,c){i.getVertexPosition(a,Ml),i.getVertexPosition(l,bl),i.getVertexPosition(c,wl);let h=Vx(i,t,e,n,Ml,bl,wl,Gp);if(h){let u=new C;zs.getBarycoord(Gp,Ml,bl,wl,u),s&&(h.uv=zs.getInterpolatedAttribute(s,a,l,c,u,new Ht)),r&&(h.uv1=zs.getInterpolatedAttribute(r,a,l,c,u,new Ht)),o&&(h.normal=zs.getInterpolatedAttribute(o,a,l,c,u,new C),h.normal.dot(n.direction)>0&&h.normal.multiplyScalar(-1));let d={a,b:l,c,normal:new C,materialIndex:0};zs.getNormal(Ml,bl,wl,d.normal),h.face=d,h.barycoord=u}return h}var ks=class extends Zn{constructor(t=null,e=1,n=1,s,r,o,a,l,c=En,h=En,u,d){super(null,o,a,l,c,h,s,r,u,d),this.isDataTexture=!0,this.image={data:t,width:e,height:n},this.generateMipmaps=!1,this.flipY=!1,this.unpackAlignment=1}};var ao=class extends Ze{constructor(t,e,n,s=1){super(t,e,n),this.isInstancedBufferAttribute=!0,this.meshPerAttribute=s}copy(t){return super.copy(t),this.meshPerAttribute=t.meshPerAttribute,this}toJSON(){let t=super.toJSON();return t.meshPerAttribute=this.meshPerAttribute,t.isInstancedBufferAttribute=!0,t}},Xr=new Ot,Hp=new Ot,Rl=[],Wp=new en,Gx=new Ot,Wo=new Bn,Xo=new Cn,aa=class extends Bn{constructor(t,e,n){super(t,e),this.isInstancedMesh=!0,this.instanceMatrix=new ao(new Float32Array(n*16),16),this.instanceColor=null,this.morphTexture=null,this.count=n,this.boundingBox=null,this.boundingSphere=null;for(let s=0;s<n;s++)this.setMatrixAt(s,Gx)}computeBoundingBox(){let t=this.geometry,e=this.count;this.boundingBox===null&&(this.boundingBox=new en),t.boundingBox===null&&t.computeBoundingBox(),this.boundingBox.makeEmpty();for(let n=0;n<e;n++)this.getMatrixAt(n,Xr),Wp.copy(t.boundingBox).applyMatrix4(Xr),this.boundingBox.union(Wp)}computeBoundingSphere(){let t=this.geometry,e=this.count;this.boundingSphere===null&&(this.boundingSphere=new Cn),t.boundingSphere===null&&t.computeBoundingSphere(),this.boundingSphere.makeEmpty();for(let n=0;n<e;n++)this.getMatrixAt(n,Xr),Xo.copy(t.boundingSphere).applyMatrix4(Xr),this.boundingSphere.union(Xo)}copy(t,e){return super.copy(t,e),this.instanceMatrix.copy(t.instanceMatrix),this.morphTexture=t.morphTexture!==null?t.morphTexture.clone():null,this.instanceColor=t.instanceColor!==null?t.instanceColor.clone():null,this.count=t.count,this.boundingBox=t.boundingBox!==null?t.boundingBox.clone():null,this.boundingSphere=t.boundingSphere!==null?t.boundingSphere.clone():null,this}getColorAt(t,e){return this.instanceColor===null?e.setRGB(1,1,1):e.fromArray(this.instanceColor.array,t*3)}getMatrixAt(t,e){return e.fromArray(this.instanceMatrix.array,t*16)}getMorphAt(t,e){let n=e.morphTargetInfluences,s=this.morphTexture.source.data.data,r=n.length+1,o=t*r+1;for(let a=0;a<n.length;a++)n[a]=s[o+a]}raycast(t,e){let n=this.matrixWorld,s=this.count;if(Wo.geometry=this.geometry,Wo.material=this.material,Wo.material!==void 0&&(this.boundingSphere===null&&this.computeBoundingSphere(),Xo.copy(this.boundingSphere),Xo.applyMatrix4(n),t.ray.intersectsSphere(Xo)!==!1))for(let r=0;r<s;r++){this.getMatrixAt(r,Xr),Hp.multiplyMatrices(n,Xr),Wo.matrixWorld=Hp,Wo.raycast(t,Rl);for(let o=0,a=Rl.length;o<a;o++){let l=Rl[o];l.instanceId=r,l.object=this,e.push(l)}Rl.length=0}}setColorAt(t,e){return this.instanceColor===null&&(this.instanceColor=new ao(new Float32Array(this.instanceMatrix.count*3).fill(1),3)),e.toArray(this.instanceColor.array,t*3),this}setMatrixAt(t,e){return e.toArray(this.instanceMatrix.array,t*16),this}setMorphAt(t,e){let n=e.morphTargetInfluences,s=n.length+1;this.morphTexture===null&&(this.morphTexture=new ks(new Float32Array(s*this.count),s,this.count,Lc,ei));let r=this.morphTexture.source.data.data,o=0;for(let c=0;c<n.length;c++)o+=n[c];let a=this.geometry.morphTargetsRelative?1:1-o,l=s*t;return r[l]=a,r.set(n,l+1),this}updateMorphTargets(){}dispose(){super.dispose(),this.instanceMatrix.dispose(),this.instanceColor!==null&&this.instanceColor.dispose(),this.morphTexture!==null&&(this.morphTexture.dispose(),this.morphTexture=null)}},ir=new Cn,Hx=new Ht(.5,.5),Cl=new C,vs=class{constructor(t=new hi,e=new hi,n=new hi,s=new hi,r=new hi,o=new hi){this.planes=[t,e,n,s,r,o]}set(t,e,n,s,r,o){let a=this.planes;return a[0].copy(t),a[1].copy(e),a[2].copy(n),a[3].copy(s),a[4].copy(r),a[5].copy(o),this}copy(t){let e=this.planes;for(let n=0;n<6;n++)e[n].copy(t.planes[n]);return this}setFromProjectionMatrix(t,e=vi,n=!1){let s=this.planes,r=t.elements,o=r[0],a=r[1],l=r[2],c=r[3],h=r[4],u=r[5],d=r[6],f=r[7],p=r[8],x=r[9],m=r[10],g=r[11],S=r[12],E=r[13],y=r[14],R=r[15];if(s[0].setComponents(c-o,f-h,g-p,R-S).normalize(),s[1].setComponents(c+o,f+h,g+p,R+S).normalize(),s[2].setComponents(c+a,f+u,g+x,R+E).normalize(),s[3].setComponents(c-a,f-u,g-x,R-E).normalize(),n)s[4].setComponents(l,d,m,y).normalize(),s[5].setComponents(c-l,f-d,g-m,R-y).normalize();else if(s[4].setComponents(c-l,f-d,g-m,R-y).normalize(),e===vi)s[5].setComponents(c+l,f+d,g+m,R+y).normalize();else if(e===Qr)s[5].setComponents(l,d,m,y).normalize();else throw new Error("THREE.Frustum.setFromProjectionMatrix(): Invalid coordinate system: "+e);return this}intersectsObject(t){if(t.boundingSphere!==void 0)t.boundingSphere===null&&t.computeBoundingSphere(),ir.copy(t.boundingSphere).applyMatrix4(t.matrixWorld);else{let e=t.geometry;e.boundingSphere===null&&e.computeBoundingSphere(),ir.copy(e.boundingSphere).applyMatrix4(t.matrixWorld)}return this.intersectsSphere(ir)}intersectsSprite(t){ir.center.set(0,0,0);let e=Hx.distanceTo(t.center);return ir.radius=.7071067811865476+e,ir.applyMatrix4(t.matrixWorld),this.intersectsSphere(ir)}intersectsSphere(t){let e=this.planes,n=t.center,s=-t.radius;for(let r=0;r<6;r++)if(e[r].distanceToPoint(n)<s)return!1;return!0}intersectsBox(t){let e=this.planes;for(let n=0;n<6;n++){let s=e[n];if(Cl.x=s.normal.x>0?t.max.x:t.min.x,Cl.y=s.normal.y>0?t.max.y:t.min.y,Cl.z=s.normal.z>0?t.max.z:t.min.z,s.distanceToPoint(Cl)<0)return!1}return!0}containsPoint(t){let e=this.planes;for(let n=0;n<6;n++)if(e[n].distanceToPoint(t)<0)return!1;return!0}clone(){return new this.constructor().copy(this)}},Xp=new Ot,la=class i{constructor(){this.coordinateSystem=vi,this._frustums=[],this._count=0}setFromArrayCamera(t){let e=t.cameras,n=this._frustums;for(let s=0;s<e.length;s++){let r=e[s];Xp.multiplyMatrices(r.projectionMatrix,r.matrixWorldInverse),n[s]===void 0&&(n[s]=new vs),n[s].setFromProjectionMatrix(Xp,r.coordinateSystem,r.reversedDepth)}return this._count=e.length,this}getFrustum(t){return this._frustums[t]}intersectsObject(t){let e=this._frustums;for(let n=0;n<this._count;n++)if(e[n].intersectsObject(t))return!0;return!1}intersectsSprite(t){let e=this._frustums;for(let n=0;n<this._count;n++)if(e[n].intersectsSprite(t))return!0;return!1}intersectsSphere(t){let e=this._frustums;for(let n=0;n<this._count;n++)if(e[n].intersectsSphere(t))return!0;return!1}intersectsBox(t){let e=this._frustums;for(let n=0;n<this._count;n++)if(e[n].intersectsBox(t))return!0;return!1}containsPoint(t){let e=this._frustums;for(let n=0;n<this._count;n++)if(e[n].containsPoint(t))return!0;return!1}copy(t){this.coordinateSystem=t.coordinateSystem;let e=this._frustums,n=t._frustums;for(let s=0;s<t._count;s++)e[s]===void 0&&(e[s]=new vs),e[s].copy(n[s]);return this._count=t._count,this}clone(){return new i().copy(this)}};function $u(i,t){return i-t}function Wx(i,t){return i.z-t.z}function Xx(i,t){return t.z-i.z}var ad=class{constructor(){this.index=0,this.pool=[],this.list=[]}push(t,e,n,s){let r=this.pool,o=this.list;this.index>=r.length&&r.push({start:-1,count:-1,z:-1,index:-1});let a=r[this.index];o.push(a),this.index++,a.start=t,a.count=e,a.z=n,a.index=s}reset(){this.list.length=0,this.index=0}},ti=new Ot,qx=new $t(1,1,1),Yx=new vs,$x=new la,Pl=new en,sr=new Cn,Zu=new C,qp=new C,Yp=new C,Zx=new C,Ju=new ad,On=new Bn,Il=[];function Jx(i,t,e=0){let n=t.itemSize;if(i.isInterleavedBufferAttribute||i.array.constructor!==t.array.constructor){let s=i.count;for(let r=0;r<s;r++)for(let o=0;o<n;o++)t.setComponent(r+e,o,i.getComponent(r,o))}else t.array.set(i.array,e*n);t.needsUpdate=!0}function Yi(i,t){if(i.constructor!==t.constructor){let e=Math.min(i.length,t.length);for(let n=0;n<e;n++)t[n]=i[n]}else{let e=Math.min(i.length,t.length);t.set(new i.constructor(i.buffer,0,e))}}var ca=class extends Bn{constructor(t,e,n=e*2,s){super(new Ye,s),this.isBatchedMesh=!0,this.perObjectFrustumCulled=!0,this.sortObjects=!0,this.boundingBox=null,this.boundingSphere=null,this.customSort=null,this._instanceInfo=[],this._geometryInfo=[],this._availableInstanceIds=[],this._availableGeometryIds=[],this._nextIndexStart=0,this._nextVertexStart=0,this._geometryCount=0,this._visibilityChanged=!0,this._geometryInitialized=!1,this._maxInstanceCount=t,this._maxVertexCount=e,this._maxIndexCount=n,this._multiDrawCounts=new Int32Array(t),this._multiDrawStarts=new Int32Array(t),this._multiDrawCount=0,this._multiDrawBytesPerElement=1,this._mergedDrawCounts=new Int32Array(t),this._mergedDrawStarts=new Int32Array(t),this._mergedDrawInstanceCounts=new Int32Array(t),this._mergedDrawCount=0,this._matricesTexture=null,this._indirectTexture=null,this._colorsTexture=null,this._previousMatricesTexture=null,this._initMatricesTexture(),this._initIndirectTexture()}get maxInstanceCount(){return this._maxInstanceCount}get instanceCount(){return this._instanceInfo.length-this._availableInstanceIds.length}get unusedVertexCount(){return this._maxVertexCount-this._nextVertexStart}get unusedIndexCount(){return this._maxIndexCount-this._nextIndexStart}_initMatricesTexture(){let t=Math.sqrt(this._maxInstanceCount*4);t=Math.ceil(t/4)*4,t=Math.max(t,4);let e=new Float32Array(t*t*4),n=new ks(e,t,t,ui,ei);this._matricesTexture=n}_initIndirectTexture(){let t=Math.sqrt(this._maxInstanceCount);t=Math.ceil(t);let e=new Uint32Array(t*t),n=new ks(e,t,t,Da,bi);this._indirectTexture=n}_initColorsTexture(){let t=Math.sqrt(this._maxInstanceCount);t=Math.ceil(t);let e=new Float32Array(t*t*4).fill(1),n=new ks(e,t,t,ui,ei);n.colorSpace=_e.workingColorSpace,this._colorsTexture=n}_initializeGeometry(t){let e=this.geometry,n=this._maxVertexCount,s=this._maxIndexCount;if(this._geometryInitialized===!1){for(let r in t.attributes){let o=t.getAttribute(r),{array:a,itemSize:l,normalized:c}=o,h=new a.constructor(n*l),u=new Ze(h,l,c);e.setAttribute(r,u)}if(t.getIndex()!==null){let r=n>65535?new Uint32Array(s):new Uint16Array(s);e.setIndex(new Ze(r,1))}this._geometryInitialized=!0}}_validateGeometry(t){let e=this.geometry;if(!!t.getIndex()!=!!e.getIndex())throw new Error('THREE.BatchedMesh: All geometries must consistently have "index".');for(let n in e.attributes){if(!t.hasAttribute(n))throw new Error(`THREE.BatchedMesh: Added geometry missing "${n}". All geometries must have consistent attributes.`);let s=t.getAttribute(n),r=e.getAttribute(n);if(s.itemSize!==r.itemSize||s.normalized!==r.normalized)throw new Error(`THREE.BatchedMesh: Added geometry attribute "${n}" has an inconsistent itemSize or normalized value.`)}}validateInstanceId(t){let e=this._instanceInfo;if(t<0||t>=e.length||e[t].active===!1)throw new Error(`THREE.BatchedMesh: Invalid instanceId ${t}. Instance is either out of range or has been deleted.`)}validateGeometryId(t){let e=this._geometryInfo;if(t<0||t>=e.length||e[t].active===!1)throw new Error(`THREE.BatchedMesh: Invalid geometryId ${t}. Geometry is either out of range or has been deleted.`)}setCustomSort(t){return this.customSort=t,this}computeBoundingBox(){this.boundingBox===null&&(this.boundingBox=new en);let t=this.boundingBox,e=this._instanceInfo;t.makeEmpty();for(let n=0,s=e.length;n<s;n++){if(e[n].active===!1)continue;let r=e[n].geometryIndex;this.getMatrixAt(n,ti),this.getBoundingBoxAt(r,Pl).applyMatrix4(ti),t.union(Pl)}}computeBoundingSphere(){this.boundingSphere===null&&(this.boundingSphere=new Cn);let t=this.boundingSphere,e=this._instanceInfo;t.makeEmpty();for(let n=0,s=e.length;n<s;n++){if(e[n].active===!1)continue;let r=e[n].geometryIndex;this.getMatrixAt(n,ti),this.getBoundingSphereAt(r,sr).applyMatrix4(ti),t.union(sr)}}addInstance(t){if(this._instanceInfo.length>=this.maxInstanceCount&&this._availableInstanceIds.length===0)throw new Error("THREE.BatchedMesh: Maximum item count reached.");let n={visible:!0,active:!0,geometryIndex:t},s=null;this._availableInstanceIds.length>0?(this._availableInstanceIds.sort($u),s=this._availableInstanceIds.shift(),this._instanceInfo[s]=n):(s=this._instanceInfo.length,this._instanceInfo.push(n));let r=this._matricesTexture;ti.identity().toArray(r.image.data,s*16),r.needsUpdate=!0;let o=this._colorsTexture;return o&&(qx.toArray(o.image.data,s*4),o.needsUpdate=!0),this._visibilityChanged=!0,s}addGeometry(t,e=-1,n=-1){this._initializeGeometry(t),this._validateGeometry(t);let s={vertexStart:-1,vertexCount:-1,reservedVertexCount:-1,indexStart:-1,indexCount:-1,reservedIndexCount:-1,start:-1,count:-1,boundingBox:null,boundingSphere:null,active:!0},r=this._geometryInfo;s.vertexStart=this._nextVertexStart,s.reservedVertexCount=e===-1?t.getAttribute("position").count:e;let o=t.getIndex();if(o!==null&&(s.indexStart=this._nextIndexStart,s.reservedIndexCount=n===-1?o.count:n),s.indexStart!==-1&&s.indexStart+s.reservedIndexCount>this._maxIndexCount||s.vertexStart+s.reservedVertexCount>this._maxVertexCount)throw new Error("THREE.BatchedMesh: Reserved space request exceeds the maximum buffer size.");let l;return this._availableGeometryIds.length>0?(this._availableGeometryIds.sort($u),l=this._availableGeometryIds.shift(),r[l]=s):(l=this._geometryCount,this._geometryCount++,r.push(s)),this.setGeometryAt(l,t),this._nextIndexStart=s.indexStart+s.reservedIndexCount,this._nextVertexStart=s.vertexStart+s.reservedVertexCount,l}setGeometryAt(t,e){if(t>=this._geometryCount)throw new Error("THREE.BatchedMesh: Maximum geometry count reached.");this._validateGeometry(e);let n=this.geometry,s=n.getIndex()!==null,r=n.getIndex(),o=e.getIndex(),a=this._geometryInfo[t];if(s&&o.count>a.reservedIndexCount||e.attributes.position.count>a.reservedVertexCount)throw new Error("THREE.BatchedMesh: Reserved space not large enough for provided geometry.");let l=a.vertexStart,c=a.reservedVertexCount;a.vertexCount=e.getAttribute("position").count;for(let h in n.attributes){let u=e.getAttribute(h),d=n.getAttribute(h);Jx(u,d,l);let f=u.itemSize;for(let p=u.count,x=c;p<x;p++){let m=l+p;for(let g=0;g<f;g++)d.setComponent(m,g,0)}d.needsUpdate=!0,d.addUpdateRange(l*f,c*f)}if(s){let h=a.indexStart,u=a.reservedIndexCount;a.indexCount=e.getIndex().count;for(let d=0;d<o.count;d++)r.setX(h+d,l+o.getX(d));for(let d=o.count,f=u;d<f;d++)r.setX(h+d,l);r.needsUpdate=!0,r.addUpdateRange(h,a.reservedIndexCount)}return a.start=s?a.indexStart:a.vertexStart,a.count=s?a.indexCount:a.vertexCount,a.boundingBox=null,e.boundingBox!==null&&(a.boundingBox=e.boundingBox.clone()),a.boundingSphere=null,e.boundingSphere!==null&&(a.boundingSphere=e.boundingSphere.clone()),this._visibilityChanged=!0,t}deleteGeometry(t){let e=this._geometryInfo;if(t>=e.length||e[t].active===!1)return this;let n=this._instanceInfo;for(let s=0,r=n.length;s<r;s++)n[s].active&&n[s].geometryIndex===t&&this.deleteInstance(s);return e[t].active=!1,this._availableGeometryIds.push(t),this._visibilityChanged=!0,this}deleteInstance(t){return this.validateInstanceId(t),this._instanceInfo[t].active=!1,this._availableInstanceIds.push(t),this._visibilityChanged=!0,this}optimize(){let t=0,e=0,n=this._geometryInfo,s=n.map((o,a)=>a).sort((o,a)=>n[o].vertexStart-n[a].vertexStart),r=this.geometry;for(let o=0,a=n.length;o<a;o++){let l=s[o],c=n[l];if(c.active!==!1){if(r.index!==null){if(c.indexStart!==e){let{indexStart:h,vertexStart:u,reservedIndexCount:d}=c,f=r.index,p=f.array,x=t-u;for(let m=h;m<h+d;m++)p[m]=p[m]+x;f.array.copyWithin(e,h,h+d),f.addUpdateRange(e,d),f.needsUpdate=!0,c.indexStart=e}e+=c.reservedIndexCount}if(c.vertexStart!==t){let{vertexStart:h,reservedVertexCount:u}=c,d=r.attributes;for(let f in d){let p=d[f],{array:x,itemSize:m}=p;x.copyWithin(t*m,h*m,(h+u)*m),p.addUpdateRange(t*m,u*m),p.needsUpdate=!0}c.vertexStart=t}t+=c.reservedVertexCount,c.start=r.index?c.indexStart:c.vertexStart}}return this._nextIndexStart=e,this._nextVertexStart=t,this._visibilityChanged=!0,this}getBoundingBoxAt(t,e){if(t>=this._geometryCount)return null;let n=this.geometry,s=this._geometryInfo[t];if(s.boundingBox===null){let r=new en,o=n.index,a=n.attributes.position;for(let l=s.start,c=s.start+s.count;l<c;l++){let h=l;o&&(h=o.getX(h)),r.expandByPoint(Zu.fromBufferAttribute(a,h))}s.boundingBox=r}return e.copy(s.boundingBox),e}getBoundingSphereAt(t,e){if(t>=this._geometryCount)return null;let n=this.geometry,s=this._geometryInfo[t];if(s.boundingSphere===null){let r=new Cn;this.getBoundingBoxAt(t,Pl),Pl.getCenter(r.center);let o=n.index,a=n.attributes.position,l=0;for(let c=s.start,h=s.start+s.count;c<h;c++){let u=c;o&&(u=o.getX(u)),Zu.fromBufferAttribute(a,u),l=Math.max(l,r.center.distanceToSquared(Zu))}r.radius=Math.sqrt(l),s.boundingSphere=r}return e.copy(s.boundingSphere),e}setMatrixAt(t,e){this.validateInstanceId(t);let n=this._matricesTexture,s=this._matricesTexture.image.data;return e.toArray(s,t*16),n.needsUpdate=!0,this}getMatrixAt(t,e){return this.validateInstanceId(t),e.fromArray(this._matricesTexture.image.data,t*16)}setColorAt(t,e){return this.validateInstanceId(t),this._colorsTexture===null&&this._initColorsTexture(),e.toArray(this._colorsTexture.image.data,t*4),this._colorsTexture.needsUpdate=!0,this}getColorAt(t,e){return this.validateInstanceId(t),this._colorsTexture===null?e.isVector4?e.set(1,1,1,1):e.setRGB(1,1,1):e.fromArray(this._colorsTexture.image.data,t*4)}setVisibleAt(t,e){return this.validateInstanceId(t),this._instanceInfo[t].visible===e?this:(this._instanceInfo[t].visible=e,this._visibilityChanged=!0,this)}getVisibleAt(t){return this.validateInstanceId(t),this._instanceInfo[t].visible}setGeometryIdAt(t,e){return this.validateInstanceId(t),this.validateGeometryId(e),this._instanceInfo[t].geometryIndex=e,this._visibilityChanged=!0,this}getGeometryIdAt(t){return this.validateInstanceId(t),this._instanceInfo[t].geometryIndex}getGeometryRangeAt(t,e={}){this.validateGeometryId(t);let n=this._geometryInfo[t];return e.vertexStart=n.vertexStart,e.vertexCount=n.vertexCount,e.reservedVertexCount=n.reservedVertexCount,e.indexStart=n.indexStart,e.indexCount=n.indexCount,e.reservedIndexCount=n.reservedIndexCount,e.start=n.start,e.count=n.count,e}setInstanceCount(t){let e=this._availableInstanceIds,n=this._instanceInfo;for(e.sort($u);e[e.length-1]===n.length-1;)n.pop(),e.pop();if(t<n.length)throw new Error(`THREE.BatchedMesh: Instance ids outside the range ${t} are being used. Cannot shrink instance count.`);let s=new Int32Array(t),r=new Int32Array(t);Yi(this._multiDrawCounts,s),Yi(this._multiDrawStarts,r),this._multiDrawCounts=s,this._multiDrawStarts=r;let o=new Int32Array(t),a=new Int32Array(t),l=new Int32Array(t);Yi(this._mergedDrawCounts,o),Yi(this._mergedDrawStarts,a),Yi(this._mergedDrawInstanceCounts,l),this._mergedDrawCounts=o,this._mergedDrawStarts=a,this._mergedDrawInstanceCounts=l,this._maxInstanceCount=t;let c=this._indirectTexture,h=this._matricesTexture,u=this._colorsTexture;c.dispose(),this._initIndirectTexture(),Yi(c.image.data,this._indirectTexture.image.data),h.dispose(),this._initMatricesTexture(),Yi(h.image.data,this._matricesTexture.image.data),u&&(u.dispose(),this._initColorsTexture(),Yi(u.image.data,this._colorsTexture.image.data)),this._previousMatricesTexture!==null&&(this._previousMatricesTexture.dispose(),this._previousMatricesTexture=null)}setGeometrySize(t,e){let n=[...this._geometryInfo].filter(a=>a.active);if(Math.max(...n.map(a=>a.vertexStart+a.reservedVertexCount))>t)throw new Error(`THREE.BatchedMesh: Geometry vertex values are being used outside the range ${t}. Cannot shrink further.`);if(this.geometry.index&&Math.max(...n.map(l=>l.indexStart+l.reservedIndexCount))>e)throw new Error(`THREE.BatchedMesh: Geometry index values are being used outside the range ${e}. Cannot shrink further.`);let r=this.geometry;r.dispose(),this._maxVertexCount=t,this._maxIndexCount=e,this._geometryInitialized&&(this._geometryInitialized=!1,this.geometry=new Ye,this._initializeGeometry(r));let o=this.geometry;r.index&&Yi(r.index.array,o.index.array);for(let a in r.attributes)Yi(r.attributes[a].array,o.attributes[a].array);this._visibilityChanged=!0}raycast(t,e){let n=this._instanceInfo,s=this._geometryInfo,r=this.matrixWorld,o=this.geometry;On.material=this.material,On.geometry.index=o.index,On.geometry.attributes=o.attributes,On.geometry.boundingBox===null&&(On.geometry.boundingBox=new en),On.geometry.boundingSphere===null&&(On.geometry.boundingSphere=new Cn);for(let a=0,l=n.length;a<l;a++){if(!n[a].visible||!n[a].active)continue;let c=n[a].geometryIndex,h=s[c];On.geometry.setDrawRange(h.start,h.count),this.getMatrixAt(a,On.matrixWorld).premultiply(r),this.getBoundingBoxAt(c,On.geometry.boundingBox),this.getBoundingSphereAt(c,On.geometry.boundingSphere),On.raycast(t,Il);for(let u=0,d=Il.length;u<d;u++){let f=Il[u];f.object=this,f.batchId=a,e.push(f)}Il.length=0}On.material=null,On.geometry.index=null,On.geometry.attributes={},On.geometry.setDrawRange(0,1/0)}copy(t){return super.copy(t),this.geometry=t.geometry.clone(),this.perObjectFrustumCulled=t.perObjectFrustumCulled,this.sortObjects=t.sortObjects,this.boundingBox=t.boundingBox!==null?t.boundingBox.clone():null,this.boundingSphere=t.boundingSphere!==null?t.boundingSphere.clone():null,this._geometryInfo=t._geometryInfo.map(e=>({...e,boundingBox:e.boundingBox!==null?e.boundingBox.clone():null,boundingSphere:e.boundingSphere!==null?e.boundingSphere.clone():null})),this._instanceInfo=t._instanceInfo.map(e=>({...e})),this._availableInstanceIds=t._availableInstanceIds.slice(),this._availableGeometryIds=t._availableGeometryIds.slice(),this._nextIndexStart=t._nextIndexStart,this._nextVertexStart=t._nextVertexStart,this._geometryCount=t._geometryCount,this._maxInstanceCount=t._maxInstanceCount,this._maxVertexCount=t._maxVertexCount,this._maxIndexCount=t._maxIndexCount,this._geometryInitialized=t._geometryInitialized,this._multiDrawCounts=t._multiDrawCounts.slice(),this._multiDrawStarts=t._multiDrawStarts.slice(),this._multiDrawBytesPerElement=t._multiDrawBytesPerElement,this._mergedDrawCounts=t._mergedDrawCounts.slice(),this._mergedDrawStarts=t._mergedDrawStarts.slice(),this._mergedDrawInstanceCounts=t._mergedDrawInstanceCounts.slice(),this._indirectTexture=t._indirectTexture.clone(),this._indirectTexture.image.data=this._indirectTexture.image.data.slice(),this._matricesTexture=t._matricesTexture.clone(),this._matricesTexture.image.data=this._matricesTexture.image.data.slice(),t._colorsTexture!==null?(this._colorsTexture=t._colorsTexture.clone(),this._colorsTexture.image.data=this._colorsTexture.image.data.slice()):this._colorsTexture=null,this}dispose(){super.dispose(),this.geometry.dispose(),this._matricesTexture.dispose(),this._matricesTexture=null,this._indirectTexture.dispose(),this._indirectTexture=null,this._colorsTexture!==null&&(this._colorsTexture.dispose(),this._colorsTexture=null),this._previousMatricesTexture!==null&&(this._previousMatricesTexture.dispose(),this._previousMatricesTexture=null)}_updateDrawParameters(t,e,n,s="multiDraw"){if(!this._visibilityChanged&&!this.perObjectFrustumCulled&&!this.sortObjects)return;let r=e.getIndex(),o=r===null?1:r.array.BYTES_PER_ELEMENT,a=1;n.wireframe&&(a=2,o=e.attributes.position.count>65535?4:2);let l=this._instanceInfo,c=this._multiDrawStarts,h=this._multiDrawCounts,u=this._mergedDrawStarts,d=this._mergedDrawCounts,f=this._mergedDrawInstanceCounts,p=this._geometryInfo,x=this.perObjectFrustumCulled,m=this._indirectTexture,g=m.image.data,S=t.isArrayCamera?$x:Yx;x&&(t.isArrayCamera?S.setFromArrayCamera(t):(ti.multiplyMatrices(t.projectionMatrix,t.matrixWorldInverse).multiply(this.matrixWorld),S.setFromProjectionMatrix(ti,t.coordinateSystem,t.reversedDepth)));let E=0,y=0;if(this.sortObjects){ti.copy(this.matrixWorld).invert(),qp.setFromMatrixPosition(t.matrixWorld).applyMatrix4(ti),Yp.set(0,0,-1).transformDirection(t.matrixWorld).transformDirection(ti);for(let _=0,w=l.length;_<w;_++)if(l[_].visible&&l[_].active){let F=l[_].geometryIndex;this.getMatrixAt(_,ti),this.getBoundingSphereAt(F,sr).applyMatrix4(ti);let I=!1;if(x&&(I=!S.intersectsSphere(sr)),!I){let D=p[F],z=Zx.subVectors(sr.center,qp).dot(Yp);Ju.push(D.start,D.count,z,_)}}let R=Ju.list,T=this.customSort;T===null?R.sort(n.transparent?Xx:Wx):T.call(this,R,t);for(let _=0,w=R.length;_<w;_++){let F=R[_],I=F.start*o*a,D=F.count*a;s==="merged"?y>0&&u[y-1]===I&&d[y-1]===D?f[y-1]++:(u[y]=I,d[y]=D,f[y]=1,y++):(c[E]=I,h[E]=D),g[E]=F.index,E++}Ju.reset()}else for(let R=0,T=l.length;R<T;R++)if(l[R].visible&&l[R].active){let _=l[R].geometryIndex,w=!1;if(x&&(this.getMatrixAt(R,ti),this.getBoundingSphereAt(_,sr).applyMatrix4(ti),w=!S.intersectsSphere(sr)),!w){let F=p[_],I=F.start*o*a,D=F.count*a;s==="merged"?y>0&&u[y-1]===I&&d[y-1]===D?f[y-1]++:(u[y]=I,d[y]=D,f[y]=1,y++):(c[E]=I,h[E]=D),g[E]=R,E++}}m.needsUpdate=!0,this._multiDrawCount=E,this._mergedDrawCount=y,this._multiDrawBytesPerElement=o,this._visibilityChanged=!1}onBeforeRender(t,e,n,s,r){t.isWebGPURenderer===!0?(this._visibilityChanged||this.perObjectFrustumCulled||this.sortObjects)&&(this._indirectTexture.needsUpdate=!0):this._updateDrawParameters(n,s,r)}onBeforeShadow(t,e,n,s,r,o){t.isWebGPURenderer!==!0&&this._updateDrawParameters(s,r,o)}},lo=class extends ji{constructor(t){super(),this.isLineBasicMaterial=!0,this.type="LineBasicMaterial",this.color=new $t(16777215),this.map=null,this.linewidth=1,this.linecap="round",this.linejoin="round",this.fog=!0,this.setValues(t)}copy(t){return super.copy(t),this.color.copy(t.color),this.map=t.map,this.linewidth=t.linewidth,this.linecap=t.linecap,this.linejoin=t.linejoin,this.fog=t.fog,this}},Ql=new C,tc=new C,$p=new Ot,qo=new ro,Ll=new Cn,Ku=new C,Zp=new C,ec=class extends Pn{constructor(t=new Ye,e=new lo){super(),this.isLine=!0,this.type="Line",this.geometry=t,this.material=e,this.morphTargetDictionary=void 0,this.morphTargetInfluences=void 0,this.updateMorphTargets()}copy(t,e){return super.copy(t,e),t.morphTargetInfluences!==void 0?this.morphTargetInfluences=t.morphTargetInfluences.slice():this.morphTargetInfluences=void 0,t.morphTargetDictionary!==void 0?this.morphTargetDictionary=Object.assign({},t.morphTargetDictionary):this.morphTargetDictionary=void 0,this.material=Array.isArray(t.material)?t.material.slice():t.material,this.geometry=t.geometry,this}computeLineDistances(){let t=this.geometry;if(t.index===null){let e=t.attributes.position,n=[0];for(let s=1,r=e.count;s<r;s++)Ql.fromBufferAttribute(e,s-1),tc.fromBufferAttribute(e,s),n[s]=n[s-1],n[s]+=Ql.distanceTo(tc);t.setAttribute("lineDistance",new Me(n,1))}else Jt("Line.computeLineDistances(): Computation only possible with non-indexed BufferGeometry.");return this}intersectsFrustum(t){return t.intersectsObject(this)}raycast(t,e){let n=this.geometry,s=this.matrixWorld,r=t.params.Line.threshold,o=n.drawRange;if(n.boundingSphere===null&&n.computeBoundingSphere(),Ll.copy(n.boundingSphere),Ll.applyMatrix4(s),Ll.radius+=r,t.ray.intersectsSphere(Ll)===!1)return;$p.copy(s).invert(),qo.copy(t.ray).applyMatrix4($p);let a=r/((this.scale.x+this.scale.y+this.scale.z)/3),l=a*a,c=this.isLineSegments?2:1,h=n.index,d=n.attributes.position;if(h!==null){let f=Math.max(0,o.start),p=Math.min(h.count,o.start+o.count);for(let x=f,m=p-1;x<m;x+=c){let g=h.getX(x),S=h.getX(x+1),E=Dl(this,t,qo,l,g,S,x);E&&e.push(E)}if(this.isLineLoop){let x=h.getX(p-1),m=h.getX(f),g=Dl(this,t,qo,l,x,m,p-1);g&&e.push(g)}}else{let f=Math.max(0,o.start),p=Math.min(d.count,o.start+o.count);for(let x=f,m=p-1;x<m;x+=c){let g=Dl(this,t,qo,l,x,x+1,x);g&&e.push(g)}if(this.isLineLoop){let x=Dl(this,t,qo,l,p-1,f,p-1);x&&e.push(x)}}}updateMorphTargets(){let e=this.geometry.morphAttributes,n=Object.keys(e);if(n.length>0){let s=e[n[0]];if(s!==void 0){this.morphTargetInfluences=[],this.morphTargetDictionary={};for(let r=0,o=s.length;r<o;r++){let a=s[r].name||String(r);this.morphTargetInfluences.push(0),this.morphTargetDictionary[a]=r}}}}};function Dl(i,t,e,n,s,r,o){let a=i.geometry.attributes.position;if(Ql.fromBufferAttribute(a,s),tc.fromBufferAttribute(a,r),e.distanceSqToSegment(Ql,tc,Ku,Zp)>n)return;Ku.applyMatrix4(i.matrixWorld);let c=t.ray.origin.distanceTo(Ku);if(!(c<t.near||c>t.far))return{distance:c,point:Zp.clone().applyMatrix4(i.matrixWorld),index:o,face:null,faceIndex:null,barycoord:null,object:i}}var Jp=new C,Kp=new C,ha=class extends ec{constructor(t,e){super(t,e),this.isLineSegments=!0,this.type="LineSegments"}computeLineDistances(){let t=this.geometry;if(t.index===null){let e=t.attributes.position,n=[];for(let s=0,r=e.count;s<r;s+=2)Jp.fromBufferAttribute(e,s),Kp.fromBufferAttribute(e,s+1),n[s]=s===0?0:n[s-1],n[s+1]=n[s]+Jp.distanceTo(Kp);t.setAttribute("lineDistance",new Me(n,1))}else Jt("LineSegments.computeLineDistances(): Computation only possible with non-indexed BufferGeometry.");return this}};var ua=class extends Zn{constructor(t=[],e=ur,n,s,r,o,a,l,c,h){super(t,e,n,s,r,o,a,l,c,h),this.isCubeTexture=!0,this.flipY=!1}get images(){return this.image}set images(t){this.image=t}},da=class extends Zn{constructor(t,e,n,s,r,o,a,l,c){super(t,e,n,s,r,o,a,l,c),this.isCanvasTexture=!0,this.needsUpdate=!0}};var Ss=class extends Zn{constructor(t,e,n=bi,s,r,o,a=En,l=En,c,h=ys,u=1){if(h!==ys&&h!==ws)throw new Error("THREE.DepthTexture: format must be either THREE.DepthFormat or THREE.DepthStencilFormat");let d={width:t,height:e,depth:u};super(d,s,r,o,a,l,h,n,c),this.isDepthTexture=!0,this.flipY=!1,this.generateMipmaps=!1,this.compareFunction=null}copy(t){return super.copy(t),this.source=new no(Object.assign({},t.image)),this.compareFunction=t.compareFunction,this}toJSON(t){let e=super.toJSON(t);return e.compareFunction=this.compareFunction,e}},fa=class extends Ss{constructor(t,e=bi,n=ur,s,r,o=En,a=En,l,c=ys){let h={width:t,height:t,depth:1},u=[h,h,h,h,h,h];super(t,t,e,n,s,r,o,a,l,c),this.image=u,this.isCubeDepthTexture=!0,this.isCubeTexture=!0}get images(){return this.image}set images(t){this.image=t}},pa=class extends Zn{constructor(t=null){super(),this.sourceTexture=t,this.isExternalTexture=!0}copy(t){return super.copy(t),this.sourceTexture=t.sourceTexture,this}},Ni=class i extends Ye{constructor(t=1,e=1,n=1,s=1,r=1,o=1){super(),this.type="BoxGeometry",this.parameters={width:t,height:e,depth:n,widthSegments:s,heightSegments:r,depthSegments:o};let a=this;s=Math.floor(s),r=Math.floor(r),o=Math.floor(o);let l=[],c=[],h=[],u=[],d=0,f=0;p("z","y","x",-1,-1,n,e,t,o,r,0),p("z","y","x",1,-1,n,e,-t,o,r,1),p("x","z","y",1,1,t,n,e,s,o,2),p("x","z","y",1,-1,t,n,-e,s,o,3),p("x","y","z",1,-1,t,e,n,s,r,4),p("x","y","z",-1,-1,t,e,-n,s,r,5),this.setIndex(l),this.setAttribute("position",new Me(c,3)),this.setAttribute("normal",new Me(h,3)),this.setAttribute("uv",new Me(u,2));function p(x,m,g,S,E,y,R,T,_,w,F){let I=y/_,D=R/w,z=y/2,V=R/2,N=T/2,H=_+1,q=w+1,G=0,lt=0,$=new C;for(let K=0;K<q;K++){let et=K*D-V;for(let dt=0;dt<H;dt++){let ut=dt*I-z;$[x]=ut*S,$[m]=et*E,$[g]=N,c.push($.x,$.y,$.z),$[x]=0,$[m]=0,$[g]=T>0?1:-1,h.push($.x,$.y,$.z),u.push(dt/_),u.push(1-K/w),G+=1}}for(let K=0;K<w;K++)for(let et=0;et<_;et++){let dt=d+et+H*K,ut=d+et+H*(K+1),tt=d+(et+1)+H*(K+1),mt=d+(et+1)+H*K;l.push(dt,ut,mt),l.push(ut,tt,mt),lt+=6}a.addGroup(f,lt,F),f+=lt,d+=G}}copy(t){return super.copy(t),this.parameters=Object.assign({},t.parameters),this}static fromJSON(t){return new i(t.width,t.height,t.depth,t.widthSegments,t.heightSegments,t.depthSegments)}},ma=class i extends Ye{constructor(t=1,e=1,n=4,s=8,r=1){super(),this.type="CapsuleGeometry",this.parameters={radius:t,height:e,capSegments:n,radialSegments:s,heightSegments:r},e=Math.max(0,e),n=Math.max(1,Math.floor(n)),s=Math.max(3,Math.floor(s)),r=Math.max(1,Math.floor(r));let o=[],a=[],l=[],c=[],h=e/2,u=Math.PI/2*t,d=e,f=2*u+d,p=n*2+r,x=s+1,m=new C,g=new C;for(let S=0;S<=p;S++){let E=0,y=0,R=0,T=0;if(S<=n){let F=S/n,I=F*Math.PI/2;y=-h-t*Math.cos(I),R=t*Math.sin(I),T=-t*Math.cos(I),E=F*u}else if(S<=n+r){let F=(S-n)/r;y=-h+F*e,R=t,T=0,E=u+F*d}else{let F=(S-n-r)/n,I=F*Math.PI/2;y=h+t*Math.sin(I),R=t*Math.cos(I),T=t*Math.sin(I),E=u+d+F*u}let _=Math.max(0,Math.min(1,E/f)),w=0;S===0?w=.5/s:S===p&&(w=-.5/s);for(let F=0;F<=s;F++){let I=F/s,D=I*Math.PI*2,z=Math.sin(D),V=Math.cos(D);g.x=-R*V,g.y=y,g.z=R*z,a.push(g.x,g.y,g.z),m.set(-R*V,T,R*z),m.normalize(),l.push(m.x,m.y,m.z),c.push(I+w,_)}if(S>0){let F=(S-1)*x;for(let I=0;I<s;I++){let D=F+I,z=F+I+1,V=S*x+I,N=S*x+I+1;o.push(D,z,V),o.push(z,N,V)}}}this.setIndex(o),this.setAttribute("position",new Me(a,3)),this.setAttribute("normal",new Me(l,3)),this.setAttribute("uv",new Me(c,2))}copy(t){return super.copy(t),this.parameters=Object.assign({},t.parameters),this}static fromJSON(t){return new i(t.radius,t.height,t.capSegments,t.radialSegments,t.heightSegments)}};var Ms=class i extends Ye{constructor(t=1,e=1,n=1,s=32,r=1,o=!1,a=0,l=Math.PI*2){super(),this.type="CylinderGeometry",this.parameters={radiusTop:t,radiusBottom:e,height:n,radialSegments:s,heightSegments:r,openEnded:o,thetaStart:a,thetaLength:l};let c=this;s=Math.floor(s),r=Math.floor(r);let h=[],u=[],d=[],f=[],p=0,x=[],m=n/2,g=0;S(),o===!1&&(t>0&&E(!0),e>0&&E(!1)),this.setIndex(h),this.setAttribute("position",new Me(u,3)),this.setAttribute("normal",new Me(d,3)),this.setAttribute("uv",new Me(f,2));function S(){let y=new C,R=new C,T=0,_=(e-t)/n;for(let w=0;w<=r;w++){let F=[],I=w/r,D=I*(e-t)+t;for(let z=0;z<=s;z++){let V=z/s,N=V*l+a,H=Math.sin(N),q=Math.cos(N);R.x=D*H,R.y=-I*n+m,R.z=D*q,u.push(R.x,R.y,R.z),y.set(H,_,q).normalize(),d.push(y.x,y.y,y.z),f.push(V,1-I),F.push(p++)}x.push(F)}for(let w=0;w<s;w++)for(let F=0;F<r;F++){let I=x[F][w],D=x[F+1][w],z=x[F+1][w+1],V=x[F][w+1];(t>0||F!==0)&&(h.push(I,D,V),T+=3),(e>0||F!==r-1)&&(h.push(D,z,V),T+=3)}c.addGroup(g,T,0),g+=T}function E(y){let R=p,T=new Ht,_=new C,w=0,F=y===!0?t:e,I=y===!0?1:-1;for(let z=1;z<=s;z++)u.push(0,m*I,0),d.push(0,I,0),f.push(.5,.5),p++;let D=p;for(let z=0;z<=s;z++){let N=z/s*l+a,H=Math.cos(N),q=Math.sin(N);_.x=F*q,_.y=m*I,_.z=F*H,u.push(_.x,_.y,_.z),d.push(0,I,0),T.x=H*.5+.5,T.y=q*.5*I+.5,f.push(T.x,T.y),p++}for(let z=0;z<s;z++){let V=R+z,N=D+z;y===!0?h.push(N,N+1,V):h.push(N+1,N,V),w+=3}c.addGroup(g,w,y===!0?1:2),g+=w}}copy(t){return super.copy(t),this.parameters=Object.assign({},t.parameters),this}static fromJSON(t){return new i(t.radiusTop,t.radiusBottom,t.height,t.radialSegments,t.heightSegments,t.openEnded,t.thetaStart,t.thetaLength)}},rr=class i extends Ms{constructor(t=1,e=1,n=32,s=1,r=!1,o=0,a=Math.PI*2){super(0,t,e,n,s,r,o,a),this.type="ConeGeometry",this.parameters={radius:t,height:e,radialSegments:n,heightSegments:s,openEnded:r,thetaStart:o,thetaLength:a}}static fromJSON(t){return new i(t.radius,t.height,t.radialSegments,t.heightSegments,t.openEnded,t.thetaStart,t.thetaLength)}};var ni=class{constructor(){this.type="Curve",this.arcLengthDivisions=200,this.needsUpdate=!1,this.cacheArcLengths=null}getPoint(){Jt("Curve: .getPoint() not implemented.")}getPointAt(t,e){let n=this.getUtoTmapping(t);return this.getPoint(n,e)}getPoints(t=5){let e=[];for(let n=0;n<=t;n++)e.push(this.getPoint(n/t));return e}getSpacedPoints(t=5){let e=[];for(let n=0;n<=t;n++)e.push(this.getPointAt(n/t));return e}getLength(){let t=this.getLengths();return t[t.length-1]}getLengths(t=this.arcLengthDivisions){if(this.cacheArcLengths&&this.cacheArcLengths.length===t+1&&!this.needsUpdate)return this.cacheArcLengths;this.needsUpdate=!1;let e=[],n,s=this.getPoint(0),r=0;e.push(0);for(let o=1;o<=t;o++)n=this.getPoint(o/t),r+=n.distanceTo(s),e.push(r),s=n;return this.cacheArcLengths=e,e}updateArcLengths(){this.needsUpdate=!0,this.getLengths()}getUtoTmapping(t,e=null){let n=this.getLengths(),s=0,r=n.length,o;e?o=e:o=t*n[r-1];let a=0,l=r-1,c;for(;a<=l;)if(s=Math.floor(a+(l-a)/2),c=n[s]-o,c<0)a=s+1;else if(c>0)l=s-1;else{l=s;break}if(s=l,n[s]===o)return s/(r-1);let h=n[s],d=n[s+1]-h,f=(o-h)/d;return(s+f)/(r-1)}getTangent(t,e){let s=t-1e-4,r=t+1e-4;s<0&&(s=0),r>1&&(r=1);let o=this.getPoint(s),a=this.getPoint(r),l=e||(o.isVector2?new Ht:new C);return l.copy(a).sub(o).normalize(),l}getTangentAt(t,e){let n=this.getUtoTmapping(t);return this.getTangent(n,e)}computeFrenetFrames(t,e=!1){let n=new C,s=[],r=[],o=[],a=new C,l=new Ot;for(let f=0;f<=t;f++){let p=f/t;s[f]=this.getTangentAt(p,new C)}r[0]=new C,o[0]=new C;let c=Number.MAX_VALUE,h=Math.abs(s[0].x),u=Math.abs(s[0].y),d=Math.abs(s[0].z);h<=c&&(c=h,n.set(1,0,0)),u<=c&&(c=u,n.set(0,1,0)),d<=c&&n.set(0,0,1),a.crossVectors(s[0],n).normalize(),r[0].crossVectors(s[0],a),o[0].crossVectors(s[0],r[0]);for(let f=1;f<=t;f++){if(r[f]=r[f-1].clone(),o[f]=o[f-1].clone(),a.crossVectors(s[f-1],s[f]),a.length()>Number.EPSILON){a.normalize();let p=Math.acos(le(s[f-1].dot(s[f]),-1,1));r[f].applyMatrix4(l.makeRotationAxis(a,p))}o[f].crossVectors(s[f],r[f])}if(e===!0){let f=Math.acos(le(r[0].dot(r[t]),-1,1));f/=t,s[0].dot(a.crossVectors(r[0],r[t]))>0&&(f=-f);for(let p=1;p<=t;p++)r[p].applyMatrix4(l.makeRotationAxis(s[p],f*p)),o[p].crossVectors(s[p],r[p])}return{tangents:s,normals:r,binormals:o}}clone(){return new this.constructor().copy(this)}copy(t){return this.arcLengthDivisions=t.arcLengthDivisions,this.cacheArcLengths=null,this}toJSON(){let t={metadata:{version:4.7,type:"Curve",generator:"Curve.toJSON"}};return t.arcLengthDivisions=this.arcLengthDivisions,t.type=this.type,t}fromJSON(t){return this.arcLengthDivisions=t.arcLengthDivisions,this.cacheArcLengths=null,this}},ga=class extends ni{constructor(t=0,e=0,n=1,s=1,r=0,o=Math.PI*2,a=!1,l=0){super(),this.isEllipseCurve=!0,this.type="EllipseCurve",this.aX=t,this.aY=e,this.xRadius=n,this.yRadius=s,this.aStartAngle=r,this.aEndAngle=o,this.aClockwise=a,this.aRotation=l}getPoint(t,e=new Ht){let n=e,s=Math.PI*2,r=this.aEndAngle-this.aStartAngle,o=Math.abs(r)<Number.EPSILON;for(;r<0;)r+=s;for(;r>s;)r-=s;r<Number.EPSILON&&(o?r=0:r=s),this.aClockwise===!0&&!o&&(r===s?r=-s:r=r-s);let a=this.aStartAngle+t*r,l=this.aX+this.xRadius*Math.cos(a),c=this.aY+this.yRadius*Math.sin(a);if(this.aRotation!==0){let h=Math.cos(this.aRotation),u=Math.sin(this.aRotation),d=l-this.aX,f=c-this.aY;l=d*h-f*u+this.aX,c=d*u+f*h+this.aY}return n.set(l,c)}copy(t){return super.copy(t),this.aX=t.aX,this.aY=t.aY,this.xRadius=t.xRadius,this.yRadius=t.yRadius,this.aStartAngle=t.aStartAngle,this.aEndAngle=t.aEndAngle,this.aClockwise=t.aClockwise,this.aRotation=t.aRotation,this}toJSON(){let t=super.toJSON();return t.aX=this.aX,t.aY=this.aY,t.xRadius=this.xRadius,t.yRadius=this.yRadius,t.aStartAngle=this.aStartAngle,t.aEndAngle=this.aEndAngle,t.aClockwise=this.aClockwise,t.aRotation=this.aRotation,t}fromJSON(t){return super.fromJSON(t),this.aX=t.aX,this.aY=t.aY,this.xRadius=t.xRadius,this.yRadius=t.yRadius,this.aStartAngle=t.aStartAngle,this.aEndAngle=t.aEndAngle,this.aClockwise=t.aClockwise,this.aRotation=t.aRotation,this}},nc=class extends ga{constructor(t,e,n,s,r,o){super(t,e,n,n,s,r,o),this.isArcCurve=!0,this.type="ArcCurve"}};function Wd(){let i=0,t=0,e=0,n=0;function s(r,o,a,l){i=r,t=a,e=-3*r+3*o-2*a-l,n=2*r-2*o+a+l}return{initCatmullRom:function(r,o,a,l,c){s(o,a,c*(a-r),c*(l-o))},initNonuniformCatmullRom:function(r,o,a,l,c,h,u){let d=(o-r)/c-(a-r)/(c+h)+(a-o)/h,f=(a-o)/h-(l-o)/(h+u)+(l-a)/u;d*=h,f*=h,s(o,a,d,f)},calc:function(r){let o=r*r,a=o*r;return i+t*r+e*o+n*a}}}var jp=new C,Qp=new C,ju=new Wd,Qu=new Wd,td=new Wd,ic=class extends ni{constructor(t=[],e=!1,n="centripetal",s=.5){super(),this.isCatmullRomCurve3=!0,this.type="CatmullRomCurve3",this.points=t,this.closed=e,this.curveType=n,this.tension=s}getPoint(t,e=new C){let n=e,s=this.points,r=s.length,o=(r-(this.closed?0:1))*t,a=Math.floor(o),l=o-a;this.closed?a+=a>0?0:(Math.floor(Math.abs(a)/r)+1)*r:l===0&&a===r-1&&(a=r-2,l=1);let c,h;this.closed||a>0?c=s[(a-1)%r]:(Qp.subVectors(s[0],s[1]).add(s[0]),c=Qp);let u=s[a%r],d=s[(a+1)%r];if(this.closed||a+2<r?h=s[(a+2)%r]:(jp.subVectors(s[r-1],s[r-2]).add(s[r-1]),h=jp),this.curveType==="centripetal"||this.curveType==="chordal"){let f=this.curveType==="chordal"?.5:.25,p=Math.pow(c.distanceToSquared(u),f),x=Math.pow(u.distanceToSquared(d),f),m=Math.pow(d.distanceToSquared(h),f);x<1e-4&&(x=1),p<1e-4&&(p=x),m<1e-4&&(m=x),ju.initNonuniformCatmullRom(c.x,u.x,d.x,h.x,p,x,m),Qu.initNonuniformCatmullRom(c.y,u.y,d.y,h.y,p,x,m),td.initNonuniformCatmullRom(c.z,u.z,d.z,h.z,p,x,m)}else this.curveType==="catmullrom"&&(ju.initCatmullRom(c.x,u.x,d.x,h.x,this.tension),Qu.initCatmullRom(c.y,u.y,d.y,h.y,this.tension),td.initCatmullRom(c.z,u.z,d.z,h.z,this.tension));return n.set(ju.calc(l),Qu.calc(l),td.calc(l)),n}copy(t){super.copy(t),this.points=[];for(let e=0,n=t.points.length;e<n;e++){let s=t.points[e];this.points.push(s.clone())}return this.closed=t.closed,this.curveType=t.curveType,this.tension=t.tension,this}toJSON(){let t=super.toJSON();t.points=[];for(let e=0,n=this.points.length;e<n;e++){let s=this.points[e];t.points.push(s.toArray())}return t.closed=this.closed,t.curveType=this.curveType,t.tension=this.tension,t}fromJSON(t){super.fromJSON(t),this.points=[];for(let e=0,n=t.points.length;e<n;e++){let s=t.points[e];this.points.push(new C().fromArray(s))}return this.closed=t.closed,this.curveType=t.curveType,this.tension=t.tension,this}};function tm(i,t,e,n,s){let r=(n-t)*.5,o=(s-e)*.5,a=i*i,l=i*a;return(2*e-2*n+r+o)*l+(-3*e+3*n-2*r-o)*a+r*i+e}function Kx(i,t){let e=1-i;return e*e*t}function jx(i,t){return 2*(1-i)*i*t}function Qx(i,t){return i*i*t}function Jo(i,t,e,n){return Kx(i,t)+jx(i,e)+Qx(i,n)}function ty(i,t){let e=1-i;return e*e*e*t}function ey(i,t){let e=1-i;return 3*e*e*i*t}function ny(i,t){return 3*(1-i)*i*i*t}function iy(i,t){return i*i*i*t}function Ko(i,t,e,n,s){return ty(i,t)+ey(i,e)+ny(i,n)+iy(i,s)}var sc=class extends ni{constructor(t=new Ht,e=new Ht,n=new Ht,s=new Ht){super(),this.isCubicBezierCurve=!0,this.type="CubicBezierCurve",this.v0=t,this.v1=e,this.v2=n,this.v3=s}getPoint(t,e=new Ht){let n=e,s=this.v0,r=this.v1,o=this.v2,a=this.v3;return n.set(Ko(t,s.x,r.x,o.x,a.x),Ko(t,s.y,r.y,o.y,a.y)),n}copy(t){return super.copy(t),this.v0.copy(t.v0),this.v1.copy(t.v1),this.v2.copy(t.v2),this.v3.copy(t.v3),this}toJSON(){let t=super.toJSON();return t.v0=this.v0.toArray(),t.v1=this.v1.toArray(),t.v2=this.v2.toArray(),t.v3=this.v3.toArray(),t}fromJSON(t){return super.fromJSON(t),this.v0.fromArray(t.v0),this.v1.fromArray(t.v1),this.v2.fromArray(t.v2),this.v3.fromArray(t.v3),this}},rc=class extends ni{constructor(t=new C,e=new C,n=new C,s=new C){super(),this.isCubicBezierCurve3=!0,this.type="CubicBezierCurve3",this.v0=t,this.v1=e,this.v2=n,this.v3=s}getPoint(t,e=new C){let n=e,s=this.v0,r=this.v1,o=this.v2,a=this.v3;return n.set(Ko(t,s.x,r.x,o.x,a.x),Ko(t,s.y,r.y,o.y,a.y),Ko(t,s.z,r.z,o.z,a.z)),n}copy(t){return super.copy(t),this.v0.copy(t.v0),this.v1.copy(t.v1),this.v2.copy(t.v2),this.v3.copy(t.v3),this}toJSON(){let t=super.toJSON();return t.v0=this.v0.toArray(),t.v1=this.v1.toArray(),t.v2=this.v2.toArray(),t.v3=this.v3.toArray(),t}fromJSON(t){return super.fromJSON(t),this.v0.fromArray(t.v0),this.v1.fromArray(t.v1),this.v2.fromArray(t.v2),this.v3.fromArray(t.v3),this}},oc=class extends ni{constructor(t=new Ht,e=new Ht){super(),this.isLineCurve=!0,this.type="LineCurve",this.v1=t,this.v2=e}getPoint(t,e=new Ht){let n=e;return t===1?n.copy(this.v2):(n.copy(this.v2).sub(this.v1),n.multiplyScalar(t).add(this.v1)),n}getPointAt(t,e){return this.getPoint(t,e)}getTangent(t,e=new Ht){return e.subVectors(this.v2,this.v1).normalize()}getTangentAt(t,e){return this.getTangent(t,e)}copy(t){return super.copy(t),this.v1.copy(t.v1),this.v2.copy(t.v2),this}toJSON(){let t=super.toJSON();return t.v1=this.v1.toArray(),t.v2=this.v2.toArray(),t}fromJSON(t){return super.fromJSON(t),this.v1.fromArray(t.v1),this.v2.fromArray(t.v2),this}},ac=class extends ni{constructor(t=new C,e=new C){super(),this.isLineCurve3=!0,this.type="LineCurve3",this.v1=t,this.v2=e}getPoint(t,e=new C){let n=e;return t===1?n.copy(this.v2):(n.copy(this.v2).sub(this.v1),n.multiplyScalar(t).add(this.v1)),n}getPointAt(t,e){return this.getPoint(t,e)}getTangent(t,e=new C){return e.subVectors(this.v2,this.v1).normalize()}getTangentAt(t,e){return this.getTangent(t,e)}copy(t){return super.copy(t),this.v1.copy(t.v1),this.v2.copy(t.v2),this}toJSON(){let t=super.toJSON();return t.v1=this.v1.toArray(),t.v2=this.v2.toArray(),t}fromJSON(t){return super.fromJSON(t),this.v1.fromArray(t.v1),this.v2.fromArray(t.v2),this}},lc=class extends ni{constructor(t=new Ht,e=new Ht,n=new Ht){super(),this.isQuadraticBezierCurve=!0,this.type="QuadraticBezierCurve",this.v0=t,this.v1=e,this.v2=n}getPoint(t,e=new Ht){let n=e,s=this.v0,r=this.v1,o=this.v2;return n.set(Jo(t,s.x,r.x,o.x),Jo(t,s.y,r.y,o.y)),n}copy(t){return super.copy(t),this.v0.copy(t.v0),this.v1.copy(t.v1),this.v2.copy(t.v2),this}toJSON(){let t=super.toJSON();return t.v0=this.v0.toArray(),t.v1=this.v1.toArray(),t.v2=this.v2.toArray(),t}fromJSON(t){return super.fromJSON(t),this.v0.fromArray(t.v0),this.v1.fromArray(t.v1),this.v2.fromArray(t.v2),this}},_a=class extends ni{constructor(t=new C,e=new C,n=new C){super(),this.isQuadraticBezierCurve3=!0,this.type="QuadraticBezierCurve3",this.v0=t,this.v1=e,this.v2=n}getPoint(t,e=new C){let n=e,s=this.v0,r=this.v1,o=this.v2;return n.set(Jo(t,s.x,r.x,o.x),Jo(t,s.y,r.y,o.y),Jo(t,s.z,r.z,o.z)),n}copy(t){return super.copy(t),this.v0.copy(t.v0),this.v1.copy(t.v1),this.v2.copy(t.v2),this}toJSON(){let t=super.toJSON();return t.v0=this.v0.toArray(),t.v1=this.v1.toArray(),t.v2=this.v2.toArray(),t}fromJSON(t){return super.fromJSON(t),this.v0.fromArray(t.v0),this.v1.fromArray(t.v1),this.v2.fromArray(t.v2),this}},cc=class extends ni{constructor(t=[]){super(),this.isSplineCurve=!0,this.type="SplineCurve",this.points=t}getPoint(t,e=new Ht){let n=e,s=this.points,r=(s.length-1)*t,o=Math.floor(r),a=r-o,l=s[o===0?o:o-1],c=s[o],h=s[o>s.length-2?s.length-1:o+1],u=s[o>s.length-3?s.length-1:o+2];return n.set(tm(a,l.x,c.x,h.x,u.x),tm(a,l.y,c.y,h.y,u.y)),n}copy(t){super.copy(t),this.points=[];for(let e=0,n=t.points.length;e<n;e++){let s=t.points[e];this.points.push(s.clone())}return this}toJSON(){let t=super.toJSON();t.points=[];for(let e=0,n=this.points.length;e<n;e++){let s=this.points[e];t.points.push(s.toArray())}return t}fromJSON(t){super.fromJSON(t),this.points=[];for(let e=0,n=t.points.length;e<n;e++){let s=t.points[e];this.points.push(new Ht().fromArray(s))}return this}},sy=Object.freeze({__proto__:null,ArcCurve:nc,CatmullRomCurve3:ic,CubicBezierCurve:sc,CubicBezierCurve3:rc,EllipseCurve:ga,LineCurve:oc,LineCurve3:ac,QuadraticBezierCurve:lc,QuadraticBezierCurve3:_a,SplineCurve:cc});var xa=class i extends Ye{constructor(t=1,e=1,n=1,s=1){super(),this.type="PlaneGeometry",this.parameters={width:t,height:e,widthSegments:n,heightSegments:s};let r=t/2,o=e/2,a=Math.floor(n),l=Math.floor(s),c=a+1,h=l+1,u=t/a,d=e/l,f=[],p=[],x=[],m=[];for(let g=0;g<h;g++){let S=g*d-o;for(let E=0;E<c;E++){let y=E*u-r;p.push(y,-S,0),x.push(0,0,1),m.push(E/a),m.push(1-g/l)}}for(let g=0;g<l;g++)for(let S=0;S<a;S++){let E=S+c*g,y=S+c*(g+1),R=S+1+c*(g+1),T=S+1+c*g;f.push(E,y,T),f.push(y,R,T)}this.setIndex(f),this.setAttribute("position",new Me(p,3)),this.setAttribute("normal",new Me(x,3)),this.setAttribute("uv",new Me(m,2))}copy(t){return super.copy(t),this.parameters=Object.assign({},t.parameters),this}static fromJSON(t){return new i(t.width,t.height,t.widthSegments,t.heightSegments)}};var ya=class i extends Ye{constructor(t=1,e=32,n=16,s=0,r=Math.PI*2,o=0,a=Math.PI){super(),this.type="SphereGeometry",this.parameters={radius:t,widthSegments:e,heightSegments:n,phiStart:s,phiLength:r,thetaStart:o,thetaLength:a},e=Math.max(3,Math.floor(e)),n=Math.max(2,Math.floor(n));let l=Math.min(o+a,Math.PI),c=0,h=[],u=new C,d=new C,f=[],p=[],x=[],m=[];for(let g=0;g<=n;g++){let S=[],E=g/n,y=o+E*a,R=t*Math.cos(y),T=Math.sqrt(t*t-R*R),_=0;g===0&&o===0?_=.5/e:g===n&&l===Math.PI&&(_=-.5/e);for(let w=0;w<=e;w++){let F=w/e,I=s+F*r;u.x=-T*Math.cos(I),u.y=R,u.z=T*Math.sin(I),p.push(u.x,u.y,u.z),d.copy(u).normalize(),x.push(d.x,d.y,d.z),m.push(F+_,1-E),S.push(c++)}h.push(S)}for(let g=0;g<n;g++)for(let S=0;S<e;S++){let E=h[g][S+1],y=h[g][S],R=h[g+1][S],T=h[g+1][S+1];(g!==0||o>0)&&f.push(E,y,T),(g!==n-1||l<Math.PI)&&f.push(y,R,T)}this.setIndex(f),this.setAttribute("position",new Me(p,3)),this.setAttribute("normal",new Me(x,3)),this.setAttribute("uv",new Me(m,2))}copy(t){return super.copy(t),this.parameters=Object.assign({},t.parameters),this}static fromJSON(t){return new i(t.radius,t.widthSegments,t.heightSegments,t.phiStart,t.phiLength,t.thetaStart,t.thetaLength)}};var va=class i extends Ye{constructor(t=1,e=.4,n=12,s=48,r=Math.PI*2,o=0,a=Math.PI*2){super(),this.type="TorusGeometry",this.parameters={radius:t,tube:e,radialSegments:n,tubularSegments:s,arc:r,thetaStart:o,thetaLength:a},n=Math.floor(n),s=Math.floor(s);let l=[],c=[],h=[],u=[],d=new C,f=new C,p=new C;for(let x=0;x<=n;x++){let m=o+x/n*a;for(let g=0;g<=s;g++){let S=g/s*r;f.x=(t+e*Math.cos(m))*Math.cos(S),f.y=(t+e*Math.cos(m))*Math.sin(S),f.z=e*Math.sin(m),c.push(f.x,f.y,f.z),d.x=t*Math.cos(S),d.y=t*Math.sin(S),p.subVectors(f,d).normalize(),h.push(p.x,p.y,p.z),u.push(g/s),u.push(x/n)}}for(let x=1;x<=n;x++)for(let m=1;m<=s;m++){let g=(s+1)*x+m-1,S=(s+1)*(x-1)+m-1,E=(s+1)*(x-1)+m,y=(s+1)*x+m;l.push(g,S,y),l.push(S,E,y)}this.setIndex(l),this.setAttribute("position",new Me(c,3)),this.setAttribute("normal",new Me(h,3)),this.setAttribute("uv",new Me(u,2))}copy(t){return super.copy(t),this.parameters=Object.assign({},t.parameters),this}static fromJSON(t){return new i(t.radius,t.tube,t.radialSegments,t.tubularSegments,t.arc,t.thetaStart,t.thetaLength)}};var Sa=class i extends Ye{constructor(t=new _a(new C(-1,-1,0),new C(-1,1,0),new C(1,1,0)),e=64,n=1,s=8,r=!1){super(),this.type="TubeGeometry",this.parameters={path:t,tubularSegments:e,radius:n,radialSegments:s,closed:r};let o=t.computeFrenetFrames(e,r);this.tangents=o.tangents,this.normals=o.normals,this.binormals=o.binormals;let a=new C,l=new C,c=new Ht,h=new C,u=[],d=[],f=[],p=[];x(),this.setIndex(p),this.setAttribute("position",new Me(u,3)),this.setAttribute("normal",new Me(d,3)),this.setAttribute("uv",new Me(f,2));function x(){for(let E=0;E<e;E++)m(E);m(r===!1?e:0),S(),g()}function m(E){h=t.getPointAt(E/e,h);let y=o.normals[E],R=o.binormals[E];for(let T=0;T<=s;T++){let _=T/s*Math.PI*2,w=Math.sin(_),F=-Math.cos(_);l.x=F*y.x+w*R.x,l.y=F*y.y+w*R.y,l.z=F*y.z+w*R.z,l.normalize(),d.push(l.x,l.y,l.z),a.x=h.x+n*l.x,a.y=h.y+n*l.y,a.z=h.z+n*l.z,u.push(a.x,a.y,a.z)}}function g(){for(let E=1;E<=e;E++)for(let y=1;y<=s;y++){let R=(s+1)*(E-1)+(y-1),T=(s+1)*E+(y-1),_=(s+1)*E+y,w=(s+1)*(E-1)+y;p.push(R,T,w),p.push(T,_,w)}}function S(){for(let E=0;E<=e;E++)for(let y=0;y<=s;y++)c.x=E/e,c.y=y/s,f.push(c.x,c.y)}}copy(t){return super.copy(t),this.parameters=Object.assign({},t.parameters),this}toJSON(){let t=super.toJSON();return t.path=this.parameters.path.toJSON(),t}static fromJSON(t){return new i(new sy[t.path.type]().fromJSON(t.path),t.tubularSegments,t.radius,t.radialSegments,t.closed)}},Ma=class extends Ye{constructor(t=null){if(super(),this.type="WireframeGeometry",this.parameters={geometry:t},t!==null){let e=[],n=new Set,s=new C,r=new C;if(t.index!==null){let o=t.attributes.position,a=t.index,l=t.groups;l.length===0&&(l=[{start:0,count:a.count,materialIndex:0}]);for(let c=0,h=l.length;c<h;++c){let u=l[c],d=u.start,f=u.count;for(let p=d,x=d+f;p<x;p+=3)for(let m=0;m<3;m++){let g=a.getX(p+m),S=a.getX(p+(m+1)%3);s.fromBufferAttribute(o,g),r.fromBufferAttribute(o,S),em(s,r,n)===!0&&(e.push(s.x,s.y,s.z),e.push(r.x,r.y,r.z))}}}else{let o=t.attributes.position;for(let a=0,l=o.count/3;a<l;a++)for(let c=0;c<3;c++){let h=3*a+c,u=3*a+(c+1)%3;s.fromBufferAttribute(o,h),r.fromBufferAttribute(o,u),em(s,r,n)===!0&&(e.push(s.x,s.y,s.z),e.push(r.x,r.y,r.z))}}this.setAttribute("position",new Me(e,3))}}copy(t){return super.copy(t),this.parameters=Object.assign({},t.parameters),this}};function em(i,t,e){let n=`${i.x},${i.y},${i.z}-${t.x},${t.y},${t.z}`,s=`${t.x},${t.y},${t.z}-${i.x},${i.y},${i.z}`;return e.has(n)===!0||e.has(s)===!0?!1:(e.add(n),e.add(s),!0)}function fr(i){let t={};for(let e in i){t[e]={};for(let n in i[e]){let s=i[e][n];if(nm(s))s.isRenderTargetTexture?(Jt("UniformsUtils: Textures of render targets cannot be cloned via cloneUniforms() or mergeUniforms()."),t[e][n]=null):t[e][n]=s.clone();else if(Array.isArray(s))if(nm(s[0])){let r=[];for(let o=0,a=s.length;o<a;o++)r[o]=s[o].clone();t[e][n]=r}else t[e][n]=s.slice();else t[e][n]=s}}return t}function zn(i){let t={};for(let e=0;e<i.length;e++){let n=fr(i[e]);for(let s in n)t[s]=n[s]}return t}function nm(i){return i&&(i.isColor||i.isMatrix3||i.isMatrix4||i.isVector2||i.isVector3||i.isVector4||i.isTexture||i.isQuaternion)}function ry(i){let t=[];for(let e=0;e<i.length;e++)t.push(i[e].clone());return t}function Xd(i){let t=i.getRenderTarget();return t===null?i.outputColorSpace:t.isXRRenderTarget===!0?t.texture.colorSpace:_e.workingColorSpace}var Va={clone:fr,merge:zn},oy=`void main() {
	gl_Position = projectionMatrix * modelViewMatrix * vec4( position, 1.0 );
}`,ay=`void main() {
	gl_FragColor = vec4( 1.0, 0.0, 0.0, 1.0 );
}`,Mi=class extends ji{constructor(t){super(),this.isShaderMaterial=!0,this.type="ShaderMaterial",this.defines={},this.uniforms={},this.uniformsGroups=[],this.vertexShader=oy,this.fragmentShader=ay,this.linewidth=1,this.wireframe=!1,this.wireframeLinewidth=1,this.fog=!1,this.lights=!1,this.clipping=!1,this.forceSinglePass=!0,this.extensions={clipCullDistance:!1,multiDraw:!1},this.defaultAttributeValues={color:[1,1,1],uv:[0,0],uv1:[0,0]},this.index0AttributeName=void 0,this.uniformsNeedUpdate=!1,this.glslVersion=null,t!==void 0&&this.setValues(t)}copy(t){return super.copy(t),this.fragmentShader=t.fragmentShader,this.vertexShader=t.vertexShader,this.uniforms=fr(t.uniforms),this.uniformsGroups=ry(t.uniformsGroups),this.defines=Object.assign({},t.defines),this.wireframe=t.wireframe,this.wireframeLinewidth=t.wireframeLinewidth,this.fog=t.fog,this.lights=t.lights,this.clipping=t.clipping,this.extensions=Object.assign({},t.extensions),this.glslVersion=t.glslVersion,this.defaultAttributeValues=Object.assign({},t.defaultAttributeValues),this.index0AttributeName=t.index0AttributeName,this.uniformsNeedUpdate=t.uniformsNeedUpdate,this}toJSON(t){let e=super.toJSON(t);e.glslVersion=this.glslVersion,e.uniforms={};for(let s in this.uniforms){let o=this.uniforms[s].value;o&&o.isTexture?e.uniforms[s]={type:"t",value:o.toJSON(t).uuid}:o&&o.isColor?e.uniforms[s]={type:"c",value:o.getHex()}:o&&o.isVector2?e.uniforms[s]={type:"v2",value:o.toArray()}:o&&o.isVector3?e.uniforms[s]={type:"v3",value:o.toArray()}:o&&o.isVector4?e.uniforms[s]={type:"v4",value:o.toArray()}:o&&o.isMatrix3?e.uniforms[s]={type:"m3",value:o.toArray()}:o&&o.isMatrix4?e.uniforms[s]={type:"m4",value:o.toArray()}:e.uniforms[s]={value:o}}Object.keys(this.defines).length>0&&(e.defines=this.defines),e.vertexShader=this.vertexShader,e.fragmentShader=this.fragmentShader,e.lights=this.lights,e.clipping=this.clipping;let n={};for(let s in this.extensions)this.extensions[s]===!0&&(n[s]=!0);return Object.keys(n).length>0&&(e.extensions=n),e}fromJSON(t,e){if(super.fromJSON(t,e),t.uniforms!==void 0)for(let n in t.uniforms){let s=t.uniforms[n];switch(this.uniforms[n]={},s.type){case"t":this.uniforms[n].value=e[s.value]||null;break;case"c":this.uniforms[n].value=new $t().setHex(s.value);break;case"v2":this.uniforms[n].value=new Ht().fromArray(s.value);break;case"v3":this.uniforms[n].value=new C().fromArray(s.value);break;case"v4":this.uniforms[n].value=new Re().fromArray(s.value);break;case"m3":this.uniforms[n].value=new ie().fromArray(s.value);break;case"m4":this.uniforms[n].value=new Ot().fromArray(s.value);break;default:this.uniforms[n].value=s.value}}if(t.defines!==void 0&&(this.defines=t.defines),t.vertexShader!==void 0&&(this.vertexShader=t.vertexShader),t.fragmentShader!==void 0&&(this.fragmentShader=t.fragmentShader),t.glslVersion!==void 0&&(this.glslVersion=t.glslVersion),t.extensions!==void 0)for(let n in t.extensions)this.extensions[n]=t.extensions[n];return t.lights!==void 0&&(this.lights=t.lights),t.clipping!==void 0&&(this.clipping=t.clipping),this}},hc=class extends Mi{constructor(t){super(t),this.isRawShaderMaterial=!0,this.type="RawShaderMaterial"}},or=class extends ji{constructor(t){super(),this.isMeshStandardMaterial=!0,this.type="MeshStandardMaterial",this.defines={STANDARD:""},this.color=new $t(16777215),this.roughness=1,this.metalness=0,this.map=null,this.lightMap=null,this.lightMapIntensity=1,this.aoMap=null,this.aoMapIntensity=1,this.emissive=new $t(0),this.emissiveIntensity=1,this.emissiveMap=null,this.bumpMap=null,this.bumpScale=1,this.normalMap=null,this.normalMapType=ka,this.normalScale=new Ht(1,1),this.displacementMap=null,this.displacementScale=1,this.displacementBias=0,this.roughnessMap=null,this.metalnessMap=null,this.alphaMap=null,this.envMap=null,this.envMapRotation=new Ki,this.envMapIntensity=1,this.wireframe=!1,this.wireframeLinewidth=1,this.wireframeLinecap="round",this.wireframeLinejoin="round",this.flatShading=!1,this.fog=!0,this.setValues(t)}copy(t){return super.copy(t),this.defines={STANDARD:""},this.color.copy(t.color),this.roughness=t.roughness,this.metalness=t.metalness,this.map=t.map,this.lightMap=t.lightMap,this.lightMapIntensity=t.lightMapIntensity,this.aoMap=t.aoMap,this.aoMapIntensity=t.aoMapIntensity,this.emissive.copy(t.emissive),this.emissiveMap=t.emissiveMap,this.emissiveIntensity=t.emissiveIntensity,this.bumpMap=t.bumpMap,this.bumpScale=t.bumpScale,this.normalMap=t.normalMap,this.normalMapType=t.normalMapType,this.normalScale.copy(t.normalScale),this.displacementMap=t.displacementMap,this.displacementScale=t.displacementScale,this.displacementBias=t.displacementBias,this.roughnessMap=t.roughnessMap,this.metalnessMap=t.metalnessMap,this.alphaMap=t.alphaMap,this.envMap=t.envMap,this.envMapRotation.copy(t.envMapRotation),this.envMapIntensity=t.envMapIntensity,this.wireframe=t.wireframe,this.wireframeLinewidth=t.wireframeLinewidth,this.wireframeLinecap=t.wireframeLinecap,this.wireframeLinejoin=t.wireframeLinejoin,this.flatShading=t.flatShading,this.fog=t.fog,this}};var ba=class extends ji{constructor(t){super(),this.isMeshLambertMaterial=!0,this.type="MeshLambertMaterial",this.color=new $t(16777215),this.map=null,this.lightMap=null,this.lightMapIntensity=1,this.aoMap=null,this.aoMapIntensity=1,this.emissive=new $t(0),this.emissiveIntensity=1,this.emissiveMap=null,this.bumpMap=null,this.bumpScale=1,this.normalMap=null,this.normalMapType=ka,this.normalScale=new Ht(1,1),this.displacementMap=null,this.displacementScale=1,this.displacementBias=0,this.specularMap=null,this.alphaMap=null,this.envMap=null,this.envMapRotation=new Ki,this.combine=Ac,this.reflectivity=1,this.envMapIntensity=1,this.refractionRatio=.98,this.wireframe=!1,this.wireframeLinewidth=1,this.wireframeLinecap="round",this.wireframeLinejoin="round",this.flatShading=!1,this.fog=!0,this.setValues(t)}copy(t){return super.copy(t),this.color.copy(t.color),this.map=t.map,this.lightMap=t.lightMap,this.lightMapIntensity=t.lightMapIntensity,this.aoMap=t.aoMap,this.aoMapIntensity=t.aoMapIntensity,this.emissive.copy(t.emissive),this.emissiveMap=t.emissiveMap,this.emissiveIntensity=t.emissiveIntensity,this.bumpMap=t.bumpMap,this.bumpScale=t.bumpScale,this.normalMap=t.normalMap,this.normalMapType=t.normalMapType,this.normalScale.copy(t.normalScale),this.displacementMap=t.displacementMap,this.displacementScale=t.displacementScale,this.displacementBias=t.displacementBias,this.specularMap=t.specularMap,this.alphaMap=t.alphaMap,this.envMap=t.envMap,this.envMapRotation.copy(t.envMapRotation),this.combine=t.combine,this.reflectivity=t.reflectivity,this.envMapIntensity=t.envMapIntensity,this.refractionRatio=t.refractionRatio,this.wireframe=t.wireframe,this.wireframeLinewidth=t.wireframeLinewidth,this.wireframeLinecap=t.wireframeLinecap,this.wireframeLinejoin=t.wireframeLinejoin,this.flatShading=t.flatShading,this.fog=t.fog,this}},uc=class extends ji{constructor(t){super(),this.isMeshDepthMaterial=!0,this.type="MeshDepthMaterial",this.depthPacking=Fm,this.map=null,this.alphaMap=null,this.displacementMap=null,this.displacementScale=1,this.displacementBias=0,this.wireframe=!1,this.wireframeLinewidth=1,this.setValues(t)}copy(t){return super.copy(t),this.depthPacking=t.depthPacking,this.map=t.map,this.alphaMap=t.alphaMap,this.displacementMap=t.displacementMap,this.displacementScale=t.displacementScale,this.displacementBias=t.displacementBias,this.wireframe=t.wireframe,this.wireframeLinewidth=t.wireframeLinewidth,this}},dc=class extends ji{constructor(t){super(),this.isMeshDistanceMaterial=!0,this.type="MeshDistanceMaterial",this.map=null,this.alphaMap=null,this.displacementMap=null,this.displacementScale=1,this.displacementBias=0,this.setValues(t)}copy(t){return super.copy(t),this.map=t.map,this.alphaMap=t.alphaMap,this.displacementMap=t.displacementMap,this.displacementScale=t.displacementScale,this.displacementBias=t.displacementBias,this}};function qr(i,t){return!i||i.constructor===t?i:typeof t.BYTES_PER_ELEMENT=="number"?new t(i):Array.prototype.slice.call(i)}function Nl(i){return i!==void 0&&i.inTangents!==void 0&&i.outTangents!==void 0}var Gs=class{constructor(t,e,n,s){this.parameterPositions=t,this._cachedIndex=0,this.resultBuffer=s!==void 0?s:new e.constructor(n),this.sampleValues=e,this.valueSize=n,this.settings=null,this.DefaultSettings_={}}evaluate(t){let e=this.parameterPositions,n=this._cachedIndex,s=e[n],r=e[n-1];n:{t:{let o;e:{i:if(!(t<s)){for(let a=n+2;;){if(s===void 0){if(t<r)break i;return n=e.length,this._cachedIndex=n,this.copySampleValue_(n-1)}if(n===a)break;if(r=s,s=e[++n],t<s)break t}o=e.length;break e}if(!(t>=r)){let a=e[1];t<a&&(n=2,r=a);for(let l=n-2;;){if(r===void 0)return this._cachedIndex=0,this.copySampleValue_(0);if(n===l)break;if(s=r,r=e[--n-1],t>=r)break t}o=n,n=0;break e}break n}for(;n<o;){let a=n+o>>>1;t<e[a]?o=a:n=a+1}if(s=e[n],r=e[n-1],r===void 0)return this._cachedIndex=0,this.copySampleValue_(0);if(s===void 0)return n=e.length,this._cachedIndex=n,this.copySampleValue_(n-1)}this._cachedIndex=n,this.intervalChanged_(n,r,s)}return this.interpolate_(n,r,t,s)}getSettings_(){return this.settings||this.DefaultSettings_}copySampleValue_(t){let e=this.resultBuffer,n=this.sampleValues,s=this.valueSize,r=t*s;for(let o=0;o!==s;++o)e[o]=n[r+o];return e}interpolate_(){throw new Error("THREE.Interpolant: Call to abstract method.")}intervalChanged_(){}},fc=class extends Gs{constructor(t,e,n,s){super(t,e,n,s),this._weightPrev=-0,this._offsetPrev=-0,this._weightNext=-0,this._offsetNext=-0,this.DefaultSettings_={endingStart:sd,endingEnd:sd}}intervalChanged_(t,e,n){let s=this.parameterPositions,r=t-2,o=t+1,a=s[r],l=s[o];if(a===void 0)switch(this.getSettings_().endingStart){case rd:r=t,a=2*e-n;break;case od:r=s.length-2,a=e+s[r]-s[r+1];break;default:r=t,a=n}if(l===void 0)switch(this.getSettings_().endingEnd){case rd:o=t,l=2*n-e;break;case od:o=1,l=n+s[1]-s[0];break;default:o=t-1,l=e}let c=(n-e)*.5,h=this.valueSize;this._weightPrev=c/(e-a),this._weightNext=c/(l-n),this._offsetPrev=r*h,this._offsetNext=o*h}interpolate_(t,e,n,s){let r=this.resultBuffer,o=this.sampleValues,a=this.valueSize,l=t*a,c=l-a,h=this._offsetPrev,u=this._offsetNext,d=this._weightPrev,f=this._weightNext,p=(n-e)/(s-e),x=p*p,m=x*p,g=-d*m+2*d*x-d*p,S=(1+d)*m+(-1.5-2*d)*x+(-.5+d)*p+1,E=(-1-f)*m+(1.5+f)*x+.5*p,y=f*m-f*x;for(let R=0;R!==a;++R)r[R]=g*o[h+R]+S*o[c+R]+E*o[l+R]+y*o[u+R];return r}},pc=class extends Gs{constructor(t,e,n,s){super(t,e,n,s)}interpolate_(t,e,n,s){let r=this.resultBuffer,o=this.sampleValues,a=this.valueSize,l=t*a,c=l-a,h=(n-e)/(s-e),u=1-h;for(let d=0;d!==a;++d)r[d]=o[c+d]*u+o[l+d]*h;return r}},mc=class extends Gs{constructor(t,e,n,s){super(t,e,n,s)}interpolate_(t){return this.copySampleValue_(t-1)}},gc=class extends Gs{interpolate_(t,e,n,s){let r=this.resultBuffer,o=this.sampleValues,a=this.valueSize,l=t*a,c=l-a,h=this.inTangents,u=this.outTangents;if(!h||!u){let p=(n-e)/(s-e),x=1-p;for(let m=0;m!==a;++m)r[m]=o[c+m]*x+o[l+m]*p;return r}let d=a*2,f=t-1;for(let p=0;p!==a;++p){let x=o[c+p],m=o[l+p],g=f*d+p*2,S=u[g],E=u[g+1],y=t*d+p*2,R=h[y],T=h[y+1],_=cy(n,e,S,R,s);r[p]=Zm(_,x,E,T,m)}return r}};function Zm(i,t,e,n,s){let r=1-i;return r*r*r*t+3*r*r*i*e+3*r*i*i*n+i*i*i*s}function ly(i,t,e,n,s){let r=1-i;return 3*r*r*(e-t)+6*r*i*(n-e)+3*i*i*(s-n)}function cy(i,t,e,n,s){let r=(i-t)/(s-t);for(let o=0;o<8;o++){let a=Zm(r,t,e,n,s)-i;if(Math.abs(a)<1e-10)break;let l=ly(r,t,e,n,s);if(Math.abs(l)<1e-10)break;r=Math.max(0,Math.min(1,r-a/l))}return r}var fi=class{constructor(t,e,n,s){if(t===void 0)throw new Error("THREE.KeyframeTrack: track name is undefined");if(e===void 0||e.length===0)throw new Error("THREE.KeyframeTrack: no keyframes in track named "+t);this.name=t,this.times=qr(e,this.TimeBufferType),this.values=qr(n,this.ValueBufferType),this.setInterpolation(s||this.DefaultInterpolation)}static toJSON(t){let e=t.constructor,n;if(e.toJSON!==this.toJSON)n=e.toJSON(t);else{n={name:t.name,times:qr(t.times,Array),values:qr(t.values,Array)};let s=t.getInterpolation();s!==t.DefaultInterpolation&&(n.interpolation=s),Nl(t.settings)&&(n.settings={inTangents:qr(t.settings.inTangents,Array),outTangents:qr(t.settings.outTangents,Array)})}return n.type=t.ValueTypeName,n}InterpolantFactoryMethodDiscrete(t){return new mc(this.times,this.values,this.getValueSize(),t)}InterpolantFactoryMethodLinear(t){return new pc(this.times,this.values,this.getValueSize(),t)}InterpolantFactoryMethodSmooth(t){return new fc(this.times,this.values,this.getValueSize(),t)}InterpolantFactoryMethodBezier(t){let e=new gc(this.times,this.values,this.getValueSize(),t);return this.settings&&(e.inTangents=this.settings.inTangents,e.outTangents=this.settings.outTangents),e}setInterpolation(t){let e;switch(t){case jo:e=this.InterpolantFactoryMethodDiscrete;break;case Zl:e=this.InterpolantFactoryMethodLinear;break;case Bl:e=this.InterpolantFactoryMethodSmooth;break;case id:e=this.InterpolantFactoryMethodBezier;break}if(e===void 0){let n="unsupported interpolation for "+this.ValueTypeName+" keyframe track named "+this.name;if(this.createInterpolant===void 0)if(t!==this.DefaultInterpolation)this.setInterpolation(this.DefaultInterpolation);else throw new Error(n);return Jt("KeyframeTrack:",n),this}return this.createInterpolant=e,this}getInterpolation(){switch(this.createInterpolant){case this.InterpolantFactoryMethodDiscrete:return jo;case this.InterpolantFactoryMethodLinear:return Zl;case this.InterpolantFactoryMethodSmooth:return Bl;case this.InterpolantFactoryMethodBezier:return id}}getValueSize(){return this.values.length/this.times.length}shift(t){if(t!==0){let e=this.times;for(let n=0,s=e.length;n!==s;++n)e[n]+=t;Nl(this.settings)&&(im(this.settings.inTangents,t),im(this.settings.outTangents,t))}return this}scale(t){if(t!==1){let e=this.times;for(let n=0,s=e.length;n!==s;++n)e[n]*=t;Nl(this.settings)&&(sm(this.settings.inTangents,t),sm(this.settings.outTangents,t))}return this}trim(t,e){let n=this.times,s=n.length,r=0,o=s-1;for(;r!==s&&n[r]<t;)++r;for(;o!==-1&&n[o]>e;)--o;if(++o,r!==0||o!==s){r>=o&&(o=Math.max(o,1),r=o-1);let a=this.getValueSize();this.times=n.slice(r,o),this.values=this.values.slice(r*a,o*a)}return this}validate(){let t=!0,e=this.getValueSize();e-Math.floor(e)!==0&&(ee("KeyframeTrack: Invalid value size in track.",this),t=!1);let n=this.times,s=this.values,r=n.length;r===0&&(ee("KeyframeTrack: Track is empty.",this),t=!1);let o=null;for(let a=0;a!==r;a++){let l=n[a];if(typeof l=="number"&&isNaN(l)){ee("KeyframeTrack: Time is not a valid number.",this,a,l),t=!1;break}if(o!==null&&o>l){ee("KeyframeTrack: Out of order keys.",this,a,l,o),t=!1;break}o=l}if(s!==void 0&&cx(s))for(let a=0,l=s.length;a!==l;++a){let c=s[a];if(isNaN(c)){ee("KeyframeTrack: Value is not a valid number.",this,a,c),t=!1;break}}return t}optimize(){let t=this.times.slice(),e=this.values.slice(),n=this.getValueSize(),s=this.getInterpolation()===Bl,r=t.length-1,o=1;for(let a=1;a<r;++a){let l=!1,c=t[a],h=t[a+1];if(c!==h&&(a!==1||c!==t[0]))if(s)l=!0;else{let u=a*n,d=u-n,f=u+n;for(let p=0;p!==n;++p){let x=e[u+p];if(x!==e[d+p]||x!==e[f+p]){l=!0;break}}}if(l){if(a!==o){t[o]=t[a];let u=a*n,d=o*n;for(let f=0;f!==n;++f)e[d+f]=e[u+f]}++o}}if(r>0){t[o]=t[r];for(let a=r*n,l=o*n,c=0;c!==n;++c)e[l+c]=e[a+c];++o}return o!==t.length?(this.times=t.slice(0,o),this.values=e.slice(0,o*n)):(this.times=t,this.values=e),this}clone(){let t=this.times.slice(),e=this.values.slice(),n=this.constructor,s=new n(this.name,t,e);return s.createInterpolant=this.createInterpolant,Nl(this.settings)&&(s.settings={inTangents:this.settings.inTangents.slice(),outTangents:this.settings.outTangents.slice()}),s}};function im(i,t){for(let e=0,n=i.length;e!==n;e+=2)i[e]+=t}function sm(i,t){for(let e=0,n=i.length;e!==n;e+=2)i[e]*=t}fi.prototype.ValueTypeName="";fi.prototype.TimeBufferType=Float32Array;fi.prototype.ValueBufferType=Float32Array;fi.prototype.DefaultInterpolation=Zl;var Hs=class extends fi{constructor(t,e,n){super(t,e,n)}};Hs.prototype.ValueTypeName="bool";Hs.prototype.ValueBufferType=Array;Hs.prototype.DefaultInterpolation=jo;Hs.prototype.InterpolantFactoryMethodLinear=void 0;Hs.prototype.InterpolantFactoryMethodSmooth=void 0;var _c=class extends fi{constructor(t,e,n,s){super(t,e,n,s)}};_c.prototype.ValueTypeName="color";var xc=class extends fi{constructor(t,e,n,s){super(t,e,n,s)}};xc.prototype.ValueTypeName="number";var yc=class extends Gs{constructor(t,e,n,s){super(t,e,n,s)}interpolate_(t,e,n,s){let r=this.resultBuffer,o=this.sampleValues,a=this.valueSize,l=(n-e)/(s-e),c=t*a;for(let h=c+a;c!==h;c+=4)mn.slerpFlat(r,0,o,c-a,o,c,l);return r}},wa=class extends fi{constructor(t,e,n,s){super(t,e,n,s)}InterpolantFactoryMethodLinear(t){return new yc(this.times,this.values,this.getValueSize(),t)}};wa.prototype.ValueTypeName="quaternion";wa.prototype.InterpolantFactoryMethodSmooth=void 0;var Ws=class extends fi{constructor(t,e,n){super(t,e,n)}};Ws.prototype.ValueTypeName="string";Ws.prototype.ValueBufferType=Array;Ws.prototype.DefaultInterpolation=jo;Ws.prototype.InterpolantFactoryMethodLinear=void 0;Ws.prototype.InterpolantFactoryMethodSmooth=void 0;var vc=class extends fi{constructor(t,e,n,s){super(t,e,n,s)}};vc.prototype.ValueTypeName="vector";var Sc=class{constructor(t,e,n){let s=this,r=!1,o=0,a=0,l,c=[];this.onStart=void 0,this.onLoad=t,this.onProgress=e,this.onError=n,this._abortController=null,this.itemStart=function(h){a++,r===!1&&s.onStart!==void 0&&s.onStart(h,o,a),r=!0},this.itemEnd=function(h){o++,s.onProgress!==void 0&&s.onProgress(h,o,a),o===a&&(r=!1,s.onLoad!==void 0&&s.onLoad())},this.itemError=function(h){s.onError!==void 0&&s.onError(h)},this.resolveURL=function(h){return h=h.normalize("NFC"),l?l(h):h},this.setURLModifier=function(h){return l=h,this},this.addHandler=function(h,u){return c.push(h,u),this},this.removeHandler=function(h){let u=c.indexOf(h);return u!==-1&&c.splice(u,2),this},this.getHandler=function(h){for(let u=0,d=c.length;u<d;u+=2){let f=c[u],p=c[u+1];if(f.global&&(f.lastIndex=0),f.test(h))return p}return null},this.abort=function(){return this.abortController.abort(),this._abortController=null,this}}get abortController(){return this._abortController||(this._abortController=new AbortController),this._abortController}},Jm=new Sc,Mc=class{constructor(t){this.manager=t!==void 0?t:Jm,this.crossOrigin="anonymous",this.withCredentials=!1,this.path="",this.resourcePath="",this.requestHeader={},this.priority="auto",this.cache="default",typeof __THREE_DEVTOOLS__<"u"&&__THREE_DEVTOOLS__.dispatchEvent(new CustomEvent("observe",{detail:this}))}load(){}loadAsync(t,e){let n=this;return new Promise(function(s,r){n.load(t,s,e,r)})}parse(){}setCrossOrigin(t){return this.crossOrigin=t,this}setWithCredentials(t){return this.withCredentials=t,this}setPath(t){return this.path=t,this}setResourcePath(t){return this.resourcePath=t,this}setRequestHeader(t){return this.requestHeader=t,this}setPriority(t){return this.priority=t,this}setCache(t){return this.cache=t,this}abort(){return this}};Mc.DEFAULT_MATERIAL_NAME="__DEFAULT";var Aa=class extends Pn{static registerNode(t){this.prototype._lightNode=t}constructor(t,e=1){super(),this.isLight=!0,this.type="Light",this.color=new $t(t),this.intensity=e}copy(t,e){return super.copy(t,e),this.color.copy(t.color),this.intensity=t.intensity,this}toJSON(t){let e=super.toJSON(t);return e.object.color=this.color.getHex(),e.object.intensity=this.intensity,e}},Ta=class extends Aa{constructor(t,e,n){super(t,n),this.isHemisphereLight=!0,this.type="HemisphereLight",this.position.copy(Pn.DEFAULT_UP),this.updateMatrix(),this.groundColor=new $t(e)}copy(t,e){return super.copy(t,e),this.groundColor.copy(t.groundColor),this}toJSON(t){let e=super.toJSON(t);return e.object.groundColor=this.groundColor.getHex(),e}},ed=new Ot,rm=new C,om=new C,bc=class{constructor(t){this.camera=t,this.intensity=1,this.bias=0,this.biasNode=null,this.normalBias=0,this.radius=1,this.blurSamples=8,this.mapSize=new Ht(512,512),this.mapType=ii,this.map=null,this.mapPass=null,this.matrix=new Ot,this.autoUpdate=!0,this.needsUpdate=!1,this._frustum=new vs,this._frameExtents=new Ht(1,1),this._viewportCount=1,this._viewports=[new Re(0,0,1,1)]}getViewportCount(){return this._viewportCount}getCamera(){return this.camera}getFrustum(){return this._frustum}updateMatrices(t){let e=this.camera;rm.setFromMatrixPosition(t.matrixWorld),e.position.copy(rm),om.setFromMatrixPosition(t.target.matrixWorld),e.lookAt(om),e.updateMatrixWorld(),this._updateMatrix(e,this.matrix,this._frustum)}_updateMatrix(t,e,n,s){ed.multiplyMatrices(t.projectionMatrix,t.matrixWorldInverse),n.setFromProjectionMatrix(ed,t.coordinateSystem,t.reversedDepth);let r=this._frameExtents,o=s?s.z/r.x:1,a=s?s.w/r.y:1,l=s?s.x/r.x:0,c=s?s.y/r.y:0;t.coordinateSystem===Qr||t.reversedDepth?e.set(.5*o,0,0,.5*o+l,0,.5*a,0,.5*a+c,0,0,1,0,0,0,0,1):e.set(.5*o,0,0,.5*o+l,0,.5*a,0,.5*a+c,0,0,.5,.5,0,0,0,1),e.multiply(ed)}getViewport(t){return this._viewports[t]}getFrameExtents(){return this._frameExtents}dispose(){this.map&&this.map.dispose(),this.mapPass&&this.mapPass.dispose()}copy(t){return this.camera=t.camera.clone(),this.intensity=t.intensity,this.bias=t.bias,this.radius=t.radius,this.autoUpdate=t.autoUpdate,this.needsUpdate=t.needsUpdate,this.normalBias=t.normalBias,this.blurSamples=t.blurSamples,this.mapSize.copy(t.mapSize),this.mapType=t.mapType,this.biasNode=t.biasNode,this}clone(){return new this.constructor().copy(this)}toJSON(){let t={};return t.intensity=this.intensity,t.bias=this.bias,t.normalBias=this.normalBias,t.radius=this.radius,t.blurSamples=this.blurSamples,t.mapSize=this.mapSize.toArray(),t.mapType=this.mapType,t.camera=this.camera.toJSON(!1).object,delete t.camera.matrix,t}},Ul=new C,Fl=new mn,$i=new C,Ea=class extends Pn{constructor(){super(),this.isCamera=!0,this.type="Camera",this.matrixWorldInverse=new Ot,this.projectionMatrix=new Ot,this.projectionMatrixInverse=new Ot,this.coordinateSystem=vi,this._reversedDepth=!1}get reversedDepth(){return this._reversedDepth}copy(t,e){return super.copy(t,e),this.matrixWorldInverse.copy(t.matrixWorldInverse),this.projectionMatrix.copy(t.projectionMatrix),this.projectionMatrixInverse.copy(t.projectionMatrixInverse),this.coordinateSystem=t.coordinateSystem,this}getWorldDirection(t){return super.getWorldDirection(t).negate()}updateMatrixWorld(t){super.updateMatrixWorld(t),this.matrixWorld.decompose(Ul,Fl,$i),$i.x===1&&$i.y===1&&$i.z===1?this.matrixWorldInverse.copy(this.matrixWorld).invert():this.matrixWorldInverse.compose(Ul,Fl,$i.set(1,1,1)).invert()}updateWorldMatrix(t,e,n=!1){super.updateWorldMatrix(t,e,n),this.matrixWorld.decompose(Ul,Fl,$i),$i.x===1&&$i.y===1&&$i.z===1?this.matrixWorldInverse.copy(this.matrixWorld).invert():this.matrixWorldInverse.compose(Ul,Fl,$i.set(1,1,1)).invert()}clone(){return new this.constructor().copy(this)}},Bs=new C,am=new Ht,lm=new Ht,Yn=class extends Ea{constructor(t=50,e=1,n=.1,s=2e3){super(),this.isPerspectiveCamera=!0,this.type="PerspectiveCamera",this.fov=t,this.zoom=1,this.near=n,this.far=s,this.focus=10,this.aspect=e,this.view=null,this.filmGauge=35,this.filmOffset=0,this.updateProjectionMatrix()}copy(t,e){return super.copy(t,e),this.fov=t.fov,this.zoom=t.zoom,this.near=t.near,this.far=t.far,this.focus=t.focus,this.aspect=t.aspect,this.view=t.view===null?null:Object.assign({},t.view),this.filmGauge=t.filmGauge,this.filmOffset=t.filmOffset,this}setFocalLength(t){let e=.5*this.getFilmHeight()/t;this.fov=eo*2*Math.atan(e),this.updateProjectionMatrix()}getFocalLength(){let t=Math.tan($o*.5*this.fov);return .5*this.getFilmHeight()/t}getEffectiveFOV(){return eo*2*Math.atan(Math.tan($o*.5*this.fov)/this.zoom)}getFilmWidth(){return this.filmGauge*Math.min(this.aspect,1)}getFilmHeight(){return this.filmGauge/Math.max(this.aspect,1)}getViewBounds(t,e,n){Bs.set(-1,-1,.5).applyMatrix4(this.projectionMatrixInverse),e.set(Bs.x,Bs.y).multiplyScalar(-t/Bs.z),Bs.set(1,1,.5).applyMatrix4(this.projectionMatrixInverse),n.set(Bs.x,Bs.y).multiplyScalar(-t/Bs.z)}getViewSize(t,e){return this.getViewBounds(t,am,lm),e.subVectors(lm,am)}setViewOffset(t,e,n,s,r,o){this.aspect=t/e,this.view===null&&(this.view={enabled:!0,fullWidth:1,fullHeight:1,offsetX:0,offsetY:0,width:1,height:1}),this.view.enabled=!0,this.view.fullWidth=t,this.view.fullHeight=e,this.view.offsetX=n,this.view.offsetY=s,this.view.width=r,this.view.height=o,this.updateProjectionMatrix()}clearViewOffset(){this.view!==null&&(this.view.enabled=!1),this.updateProjectionMatrix()}updateProjectionMatrix(){let t=this.near,e=t*Math.tan($o*.5*this.fov)/this.zoom,n=2*e,s=this.aspect*n,r=-.5*s,o=this.view;if(this.view!==null&&this.view.enabled){let l=o.fullWidth,c=o.fullHeight;r+=o.offsetX*s/l,e-=o.offsetY*n/c,s*=o.width/l,n*=o.height/c}let a=this.filmOffset;a!==0&&(r+=t*a/this.getFilmWidth()),this.projectionMatrix.makePerspective(r,r+s,e,e-n,t,this.far,this.coordinateSystem,this.reversedDepth),this.projectionMatrixInverse.copy(this.projectionMatrix).invert()}toJSON(t){let e=super.toJSON(t);return e.object.fov=this.fov,e.object.zoom=this.zoom,e.object.near=this.near,e.object.far=this.far,e.object.focus=this.focus,e.object.aspect=this.aspect,this.view!==null&&(e.object.view=Object.assign({},this.view)),e.object.filmGauge=this.filmGauge,e.object.filmOffset=this.filmOffset,e}};var ar=class extends Ea{constructor(t=-1,e=1,n=1,s=-1,r=.1,o=2e3){super(),this.isOrthographicCamera=!0,this.type="OrthographicCamera",this.zoom=1,this.view=null,this.left=t,this.right=e,this.top=n,this.bottom=s,this.near=r,this.far=o,this.updateProjectionMatrix()}copy(t,e){return super.copy(t,e),this.left=t.left,this.right=t.right,this.top=t.top,this.bottom=t.bottom,this.near=t.near,this.far=t.far,this.zoom=t.zoom,this.view=t.view===null?null:Object.assign({},t.view),this}setViewOffset(t,e,n,s,r,o){this.view===null&&(this.view={enabled:!0,fullWidth:1,fullHeight:1,offsetX:0,offsetY:0,width:1,height:1}),this.view.enabled=!0,this.view.fullWidth=t,this.view.fullHeight=e,this.view.offsetX=n,this.view.offsetY=s,this.view.width=r,this.view.height=o,this.updateProjectionMatrix()}clearViewOffset(){this.view!==null&&(this.view.enabled=!1),this.updateProjectionMatrix()}updateProjectionMatrix(){let t=(this.right-this.left)/(2*this.zoom),e=(this.top-this.bottom)/(2*this.zoom),n=(this.right+this.left)/2,s=(this.top+this.bottom)/2,r=n-t,o=n+t,a=s+e,l=s-e;if(this.view!==null&&this.view.enabled){let c=(this.right-this.left)/this.view.fullWidth/this.zoom,h=(this.top-this.bottom)/this.view.fullHeight/this.zoom;r+=c*this.view.offsetX,o=r+c*this.view.width,a-=h*this.view.offsetY,l=a-h*this.view.height}this.projectionMatrix.makeOrthographic(r,o,a,l,this.near,this.far,this.coordinateSystem,this.reversedDepth),this.projectionMatrixInverse.copy(this.projectionMatrix).invert()}toJSON(t){let e=super.toJSON(t);return e.object.zoom=this.zoom,e.object.left=this.left,e.object.right=this.right,e.object.top=this.top,e.object.bottom=this.bottom,e.object.near=this.near,e.object.far=this.far,this.view!==null&&(e.object.view=Object.assign({},this.view)),e}},ld=class extends bc{constructor(){super(new ar(-5,5,5,-5,.5,500)),this.isDirectionalLightShadow=!0}},Ra=class extends Aa{constructor(t,e){super(t,e),this.isDirectionalLight=!0,this.type="DirectionalLight",this.position.copy(Pn.DEFAULT_UP),this.updateMatrix(),this.target=new Pn,this.shadow=new ld}dispose(){super.dispose(),this.shadow.dispose()}copy(t){return super.copy(t),this.target=t.target.clone(),this.shadow=t.shadow.clone(),this}toJSON(t){let e=super.toJSON(t);return e.object.shadow=this.shadow.toJSON(),e.object.target=this.target.uuid,e}};var Ca=class extends Ye{constructor(){super(),this.isInstancedBufferGeometry=!0,this.type="InstancedBufferGeometry",this.instanceCount=1/0}copy(t){return super.copy(t),this.instanceCount=t.instanceCount,this}toJSON(){let t=super.toJSON();return t.instanceCount=this.instanceCount,t.isInstancedBufferGeometry=!0,t}};var Yr=-90,$r=1,co=class extends Pn{constructor(t,e,n){super(),this.type="CubeCamera",this.renderTarget=n,this.coordinateSystem=null,this.activeMipmapLevel=0;let s=new Yn(Yr,$r,t,e);s.layers=this.layers,this.add(s);let r=new Yn(Yr,$r,t,e);r.layers=this.layers,this.add(r);let o=new Yn(Yr,$r,t,e);o.layers=this.layers,this.add(o);let a=new Yn(Yr,$r,t,e);a.layers=this.layers,this.add(a);let l=new Yn(Yr,$r,t,e);l.layers=this.layers,this.add(l);let c=new Yn(Yr,$r,t,e);c.layers=this.layers,this.add(c)}updateCoordinateSystem(){let t=this.coordinateSystem,e=this.children.concat(),[n,s,r,o,a,l]=e;for(let c of e)this.remove(c);if(t===vi)n.up.set(0,1,0),n.lookAt(1,0,0),s.up.set(0,1,0),s.lookAt(-1,0,0),r.up.set(0,0,-1),r.lookAt(0,1,0),o.up.set(0,0,1),o.lookAt(0,-1,0),a.up.set(0,1,0),a.lookAt(0,0,1),l.up.set(0,1,0),l.lookAt(0,0,-1);else if(t===Qr)n.up.set(0,-1,0),n.lookAt(-1,0,0),s.up.set(0,-1,0),s.lookAt(1,0,0),r.up.set(0,0,1),r.lookAt(0,1,0),o.up.set(0,0,-1),o.lookAt(0,-1,0),a.up.set(0,-1,0),a.lookAt(0,0,1),l.up.set(0,-1,0),l.lookAt(0,0,-1);else throw new Error("THREE.CubeCamera.updateCoordinateSystem(): Invalid coordinate system: "+t);for(let c of e)this.add(c),c.updateMatrixWorld()}update(t,e){this.parent===null&&this.updateMatrixWorld();let{renderTarget:n,activeMipmapLevel:s}=this;this.coordinateSystem!==t.coordinateSystem&&(this.coordinateSystem=t.coordinateSystem,this.updateCoordinateSystem());let[r,o,a,l,c,h]=this.children,u=t.getRenderTarget(),d=t.getActiveCubeFace(),f=t.getActiveMipmapLevel(),p=t.xr.enabled;t.xr.enabled=!1;let x=n.texture.mipmapsAutoUpdate;n.texture.mipmapsAutoUpdate=!1;let m=!1;t.isWebGLRenderer===!0?m=t.state.buffers.depth.getReversed():m=t.reversedDepthBuffer,t.setRenderTarget(n,0,s),m&&t.autoClear===!1&&t.clearDepth(),t.render(e,r),t.setRenderTarget(n,1,s),m&&t.autoClear===!1&&t.clearDepth(),t.render(e,o),t.setRenderTarget(n,2,s),m&&t.autoClear===!1&&t.clearDepth(),t.render(e,a),t.setRenderTarget(n,3,s),m&&t.autoClear===!1&&t.clearDepth(),t.render(e,l),t.setRenderTarget(n,4,s),m&&t.autoClear===!1&&t.clearDepth(),t.render(e,c),n.texture.mipmapsAutoUpdate=x,t.setRenderTarget(n,5,s),m&&t.autoClear===!1&&t.clearDepth(),t.render(e,h),t.setRenderTarget(u,d,f),t.xr.enabled=p,n.texture.needsPMREMUpdate=!0}},wc=class extends Yn{constructor(t=[]){super(),this.isArrayCamera=!0,this.isMultiViewCamera=!1,this.cameras=t,this.perCameraFrustumCulled=!1}};var qd="\\[\\]\\.:\\/",hy=new RegExp("["+qd+"]","g"),Yd="[^"+qd+"]",uy="[^"+qd.replace("\\.","")+"]",dy=/((?:WC+[\/:])*)/.source.replace("WC",Yd),fy=/(WCOD+)?/.source.replace("WCOD",uy),py=/(?:\.(WC+)(?:\[(.+)\])?)?/.source.replace("WC",Yd),my=/\.(WC+)(?:\[(.+)\])?/.source.replace("WC",Yd),gy=new RegExp("^"+dy+fy+py+my+"$"),_y=["material","materials","bones","map"],cd=class{constructor(t,e,n){let s=n||He.parseTrackName(e);this._targetGroup=t,this._bindings=t.subscribe_(e,s)}getValue(t,e){this.bind();let n=this._targetGroup.nCachedObjects_,s=this._bindings[n];s!==void 0&&s.getValue(t,e)}setValue(t,e){let n=this._bindings;for(let s=this._targetGroup.nCachedObjects_,r=n.length;s!==r;++s)n[s].setValue(t,e)}bind(){let t=this._bindings;for(let e=this._targetGroup.nCachedObjects_,n=t.length;e!==n;++e)t[e].bind()}unbind(){let t=this._bindings;for(let e=this._targetGroup.nCachedObjects_,n=t.length;e!==n;++e)t[e].unbind()}},He=class i{constructor(t,e,n){this.path=e,this.parsedPath=n||i.parseTrackName(e),this.node=i.findNode(t,this.parsedPath.nodeName),this.rootNode=t,this.getValue=this._getValue_unbound,this.setValue=this._setValue_unbound}static create(t,e,n){return t&&t.isAnimationObjectGroup?new i.Composite(t,e,n):new i(t,e,n)}static sanitizeNodeName(t){return t.replace(/\s/g,"_").replace(hy,"")}static parseTrackName(t){let e=gy.exec(t);if(e===null)throw new Error("THREE.PropertyBinding: Cannot parse trackName: "+t);let n={nodeName:e[2],objectName:e[3],objectIndex:e[4],propertyName:e[5],propertyIndex:e[6]},s=n.nodeName&&n.nodeName.lastIndexOf(".");if(s!==void 0&&s!==-1){let r=n.nodeName.substring(s+1);_y.indexOf(r)!==-1&&(n.nodeName=n.nodeName.substring(0,s),n.objectName=r)}if(n.propertyName===null||n.propertyName.length===0)throw new Error("THREE.PropertyBinding: can not parse propertyName from trackName: "+t);return n}static findNode(t,e){if(e===void 0||e===""||e==="."||e===-1||e===t.name||e===t.uuid)return t;if(t.skeleton){let n=t.skeleton.getBoneByName(e);if(n!==void 0)return n}if(t.children){let n=function(r){for(let o=0;o<r.length;o++){let a=r[o];if(a.name===e||a.uuid===e)return a;let l=n(a.children);if(l)return l}return null},s=n(t.children);if(s)return s}return null}_getValue_unavailable(){}_setValue_unavailable(){}_getValue_direct(t,e){t[e]=this.targetObject[this.propertyName]}_getValue_array(t,e){let n=this.resolvedProperty;for(let s=0,r=n.length;s!==r;++s)t[e++]=n[s]}_getValue_arrayElement(t,e){t[e]=this.resolvedProperty[this.propertyIndex]}_getValue_toArray(t,e){this.resolvedProperty.toArray(t,e)}_setValue_direct(t,e){this.targetObject[this.propertyName]=t[e]}_setValue_direct_setNeedsUpdate(t,e){this.targetObject[this.propertyName]=t[e],this.targetObject.needsUpdate=!0}_setValue_direct_setMatrixWorldNeedsUpdate(t,e){this.targetObject[this.propertyName]=t[e],this.targetObject.matrixWorldNeedsUpdate=!0}_setValue_array(t,e){let n=this.resolvedProperty;for(let s=0,r=n.length;s!==r;++s)n[s]=t[e++]}_setValue_array_setNeedsUpdate(t,e){let n=this.resolvedProperty;for(let s=0,r=n.length;s!==r;++s)n[s]=t[e++];this.targetObject.needsUpdate=!0}_setValue_array_setMatrixWorldNeedsUpdate(t,e){let n=this.resolvedProperty;for(let s=0,r=n.length;s!==r;++s)n[s]=t[e++];this.targetObject.matrixWorldNeedsUpdate=!0}_setValue_arrayElement(t,e){this.resolvedProperty[this.propertyIndex]=t[e]}_setValue_arrayElement_setNeedsUpdate(t,e){this.resolvedProperty[this.propertyIndex]=t[e],this.targetObject.needsUpdate=!0}_setValue_arrayElement_setMatrixWorldNeedsUpdate(t,e){this.resolvedProperty[this.propertyIndex]=t[e],this.targetObject.matrixWorldNeedsUpdate=!0}_setValue_fromArray(t,e){this.resolvedProperty.fromArray(t,e)}_setValue_fromArray_setNeedsUpdate(t,e){this.resolvedProperty.fromArray(t,e),this.targetObject.needsUpdate=!0}_setValue_fromArray_setMatrixWorldNeedsUpdate(t,e){this.resolvedProperty.fromArray(t,e),this.targetObject.matrixWorldNeedsUpdate=!0}_getValue_unbound(t,e){this.bind(),this.getValue(t,e)}_setValue_unbound(t,e){this.bind(),this.setValue(t,e)}bind(){let t=this.node,e=this.parsedPath,n=e.objectName,s=e.propertyName,r=e.propertyIndex;if(t||(t=i.findNode(this.rootNode,e.nodeName),this.node=t),this.getValue=this._getValue_unavailable,this.setValue=this._setValue_unavailable,!t){Jt("PropertyBinding: No target node found for track: "+this.path+".");return}if(n){let c=e.objectIndex;switch(n){case"materials":if(!t.material){ee("PropertyBinding: Can not bind to material as node does not have a material.",this);return}if(!t.material.materials){ee("PropertyBinding: Can not bind to material.materials as node.material does not have a materials array.",this);return}t=t.material.materials;break;case"bones":if(!t.skeleton){ee("PropertyBinding: Can not bind to bones as node does not have a skeleton.",this);return}t=t.skeleton.bones;for(let h=0;h<t.length;h++)if(t[h].name===c){c=h;break}break;case"map":if("map"in t){t=t.map;break}if(!t.material){ee("PropertyBinding: Can not bind to material as node does not have a material.",this);return}if(!t.material.map){ee("PropertyBinding: Can not bind to material.map as node.material does not have a map.",this);return}t=t.material.map;break;default:if(t[n]===void 0){ee("PropertyBinding: Can not bind to objectName of node undefined.",this);return}t=t[n]}if(c!==void 0){if(t[c]===void 0){ee("PropertyBinding: Trying to bind to objectIndex of objectName, but is undefined.",this,t);return}t=t[c]}}let o=t[s];if(o===void 0){let c=e.nodeName;ee("PropertyBinding: Trying to update property for track: "+c+"."+s+" but it wasn't found.",t);return}let a=this.Versioning.None;this.targetObject=t,t.isMaterial===!0?a=this.Versioning.NeedsUpdate:t.isObject3D===!0&&(a=this.Versioning.MatrixWorldNeedsUpdate);let l=this.BindingType.Direct;if(r!==void 0){if(s==="morphTargetInfluences"){if(!t.geometry){ee("PropertyBinding: Can not bind to morphTargetInfluences because node does not have a geometry.",this);return}if(!t.geometry.morphAttributes){ee("PropertyBinding: Can not bind to morphTargetInfluences because node does not have a geometry.morphAttributes.",this);return}t.morphTargetDictionary[r]!==void 0&&(r=t.morphTargetDictionary[r])}l=this.BindingType.ArrayElement,this.resolvedProperty=o,this.propertyIndex=r}else o.fromArray!==void 0&&o.toArray!==void 0?(l=this.BindingType.HasFromToArray,this.resolvedProperty=o):Array.isArray(o)?(l=this.BindingType.EntireArray,this.resolvedProperty=o):this.propertyName=s;this.getValue=this.GetterByBindingType[l],this.setValue=this.SetterByBindingTypeAndVersioning[l][a]}unbind(){this.node=null,this.getValue=this._getValue_unbound,this.setValue=this._setValue_unbound}};He.Composite=cd;He.prototype.BindingType={Direct:0,EntireArray:1,ArrayElement:2,HasFromToArray:3};He.prototype.Versioning={None:0,NeedsUpdate:1,MatrixWorldNeedsUpdate:2};He.prototype.GetterByBindingType=[He.prototype._getValue_direct,He.prototype._getValue_array,He.prototype._getValue_arrayElement,He.prototype._getValue_toArray];He.prototype.SetterByBindingTypeAndVersioning=[[He.prototype._setValue_direct,He.prototype._setValue_direct_setNeedsUpdate,He.prototype._setValue_direct_setMatrixWorldNeedsUpdate],[He.prototype._setValue_array,He.prototype._setValue_array_setNeedsUpdate,He.prototype._setValue_array_setMatrixWorldNeedsUpdate],[He.prototype._setValue_arrayElement,He.prototype._setValue_arrayElement_setNeedsUpdate,He.prototype._setValue_arrayElement_setMatrixWorldNeedsUpdate],[He.prototype._setValue_fromArray,He.prototype._setValue_fromArray_setNeedsUpdate,He.prototype._setValue_fromArray_setMatrixWorldNeedsUpdate]];var sT=new Float32Array(1);var Xs=class extends oa{constructor(t,e,n=1){super(t,e),this.isInstancedInterleavedBuffer=!0,this.meshPerAttribute=n}copy(t){return super.copy(t),this.meshPerAttribute=t.meshPerAttribute,this}clone(t){let e=super.clone(t);return e.meshPerAttribute=this.meshPerAttribute,e}toJSON(t){let e=super.toJSON(t);return e.isInstancedInterleavedBuffer=!0,e.meshPerAttribute=this.meshPerAttribute,e}};var cm=new Ot,lr=class{constructor(t,e,n=0,s=1/0){this.ray=new ro(t,e),this.near=n,this.far=s,this.camera=null,this.layers=new io,this.params={Mesh:{},Line:{threshold:1},LOD:{},Points:{threshold:1},Sprite:{}}}set(t,e){this.ray.set(t,e)}setFromCamera(t,e){e.isPerspectiveCamera?(this.ray.origin.setFromMatrixPosition(e.matrixWorld),this.ray.direction.set(t.x,t.y,.5).unproject(e).sub(this.ray.origin).normalize(),this.camera=e):e.isOrthographicCamera?(this.ray.origin.set(t.x,t.y,e.projectionMatrix.elements[14]).unproject(e),this.ray.direction.set(0,0,-1).transformDirection(e.matrixWorld),this.camera=e):ee("Raycaster: Unsupported camera type: "+e.type)}setFromXRController(t){return cm.identity().extractRotation(t.matrixWorld),this.ray.origin.setFromMatrixPosition(t.matrixWorld),this.ray.direction.set(0,0,-1).applyMatrix4(cm),this}intersectObject(t,e=!0,n=[]){return hd(t,this,n,e),n.sort(hm),n}intersectObjects(t,e=!0,n=[]){for(let s=0,r=t.length;s<r;s++)hd(t[s],this,n,e);return n.sort(hm),n}};function hm(i,t){return i.distance-t.distance}function hd(i,t,e,n){let s=!0;if(i.layers.test(t.layers)&&i.raycast(t,e)===!1&&(s=!1),s===!0&&n===!0){let r=i.children;for(let o=0,a=r.length;o<a;o++)hd(r[o],t,e,!0)}}var ud=class{static{this.prototype.isMatrix2=!0}constructor(t,e,n,s){this.elements=[1,0,0,1],t!==void 0&&this.set(t,e,n,s)}identity(){return this.set(1,0,0,1),this}fromArray(t,e=0){for(let n=0;n<4;n++)this.elements[n]=t[n+e];return this}set(t,e,n,s){let r=this.elements;return r[0]=t,r[2]=e,r[1]=n,r[3]=s,this}};var um=new C,Ol=new C,Zr=new C,Jr=new C,nd=new C,xy=new C,yy=new C,Pa=class{constructor(t=new C,e=new C){this.start=t,this.end=e}set(t,e){return this.start.copy(t),this.end.copy(e),this}copy(t){return this.start.copy(t.start),this.end.copy(t.end),this}getCenter(t){return t.addVectors(this.start,this.end).multiplyScalar(.5)}delta(t){return t.subVectors(this.end,this.start)}distanceSq(){return this.start.distanceToSquared(this.end)}distance(){return this.start.distanceTo(this.end)}at(t,e){return this.delta(e).multiplyScalar(t).add(this.start)}closestPointToPointParameter(t,e){um.subVectors(t,this.start),Ol.subVectors(this.end,this.start);let n=Ol.dot(Ol);if(n===0)return 0;let r=Ol.dot(um)/n;return e&&(r=le(r,0,1)),r}closestPointToPoint(t,e,n){let s=this.closestPointToPointParameter(t,e);return this.delta(n).multiplyScalar(s).add(this.start)}distanceSqToLine3(t,e=xy,n=yy){let s=10000000000000001e-32,r,o,a=this.start,l=t.start,c=this.end,h=t.end;Zr.subVectors(c,a),Jr.subVectors(h,l),nd.subVectors(a,l);let u=Zr.dot(Zr),d=Jr.dot(Jr),f=Jr.dot(nd);if(u<=s&&d<=s)return e.copy(a),n.copy(l),e.distanceToSquared(n);if(u<=s)r=0,o=f/d,o=le(o,0,1);else{let p=Zr.dot(nd);if(d<=s)o=0,r=le(-p/u,0,1);else{let x=Zr.dot(Jr),m=u*d-x*x;m!==0?r=le((x*f-p*d)/m,0,1):r=0,o=(x*r+f)/d,o<0?(o=0,r=le(-p/u,0,1)):o>1&&(o=1,r=le((x-p)/u,0,1))}}return e.copy(a).addScaledVector(Zr,r),n.copy(l).addScaledVector(Jr,o),e.distanceToSquared(n)}applyMatrix4(t){return this.start.applyMatrix4(t),this.end.applyMatrix4(t),this}equals(t){return t.start.equals(this.start)&&t.end.equals(this.end)}clone(){return new this.constructor().copy(this)}};function $d(i,t,e,n){let s=vy(n);switch(e){case Pd:return i*t;case Lc:return i*t/s.components*s.byteLength;case Da:return i*t/s.components*s.byteLength;case qs:return i*t*2/s.components*s.byteLength;case Dc:return i*t*2/s.components*s.byteLength;case Id:return i*t*3/s.components*s.byteLength;case ui:return i*t*4/s.components*s.byteLength;case Nc:return i*t*4/s.components*s.byteLength;case Na:case Ua:return Math.floor((i+3)/4)*Math.floor((t+3)/4)*8;case Fa:case Oa:return Math.floor((i+3)/4)*Math.floor((t+3)/4)*16;case Fc:case Bc:return Math.max(i,16)*Math.max(t,8)/4;case Uc:case Oc:return Math.max(i,8)*Math.max(t,8)/2;case zc:case kc:case Gc:case Hc:return Math.floor((i+3)/4)*Math.floor((t+3)/4)*8;case Vc:case Ba:case Wc:return Math.floor((i+3)/4)*Math.floor((t+3)/4)*16;case Xc:return Math.floor((i+3)/4)*Math.floor((t+3)/4)*16;case qc:return Math.floor((i+4)/5)*Math.floor((t+3)/4)*16;case Yc:return Math.floor((i+4)/5)*Math.floor((t+4)/5)*16;case $c:return Math.floor((i+5)/6)*Math.floor((t+4)/5)*16;case Zc:return Math.floor((i+5)/6)*Math.floor((t+5)/6)*16;case Jc:return Math.floor((i+7)/8)*Math.floor((t+4)/5)*16;case Kc:return Math.floor((i+7)/8)*Math.floor((t+5)/6)*16;case jc:return Math.floor((i+7)/8)*Math.floor((t+7)/8)*16;case Qc:return Math.floor((i+9)/10)*Math.floor((t+4)/5)*16;case th:return Math.floor((i+9)/10)*Math.floor((t+5)/6)*16;case eh:return Math.floor((i+9)/10)*Math.floor((t+7)/8)*16;case nh:return Math.floor((i+9)/10)*Math.floor((t+9)/10)*16;case ih:return Math.floor((i+11)/12)*Math.floor((t+9)/10)*16;case sh:return Math.floor((i+11)/12)*Math.floor((t+11)/12)*16;case rh:case oh:case ah:return Math.ceil(i/4)*Math.ceil(t/4)*16;case lh:case ch:return Math.ceil(i/4)*Math.ceil(t/4)*8;case za:case hh:return Math.ceil(i/4)*Math.ceil(t/4)*16}throw new Error(`Unable to determine texture byte length for ${e} format.`)}function vy(i){switch(i){case ii:case Td:return{byteLength:1,components:1};case po:case Ed:case Ui:return{byteLength:2,components:1};case Pc:case Ic:return{byteLength:2,components:4};case bi:case Cc:case ei:return{byteLength:4,components:1};case Rd:case Cd:return{byteLength:4,components:3}}throw new Error(`THREE.TextureUtils: Unknown texture type ${i}.`)}typeof __THREE_DEVTOOLS__<"u"&&__THREE_DEVTOOLS__.dispatchEvent(new CustomEvent("register",{detail:{revision:"187"}}));typeof window<"u"&&(window.__THREE__?Jt("WARNING: Multiple instances of Three.js being imported."):window.__THREE__="187");function xg(){let i=null,t=!1,e=null,n=null;function s(r,o){n=i.requestAnimationFrame(s),e(r,o)}return{start:function(){t!==!0&&e!==null&&i!==null&&(n=i.requestAnimationFrame(s),t=!0)},stop:function(){i!==null&&i.cancelAnimationFrame(n),t=!1},setAnimationLoop:function(r){e=r},setContext:function(r){i=r}}}function Ay(i){let t=new WeakMap;function e(a,l){let c=a.array,h=a.usage,u=c.byteLength,d=i.createBuffer();i.bindBuffer(l,d),i.bufferData(l,c,h),a.onUploadCallback();let f;if(c instanceof Float32Array)f=i.FLOAT;else if(typeof Float16Array<"u"&&c instanceof Float16Array)f=i.HALF_FLOAT;else if(c instanceof Uint16Array)a.isFloat16BufferAttribute?f=i.HALF_FLOAT:f=i.UNSIGNED_SHORT;else if(c instanceof Int16Array)f=i.SHORT;else if(c instanceof Uint32Array)f=i.UNSIGNED_INT;else if(c instanceof Int32Array)f=i.INT;else if(c instanceof Int8Array)f=i.BYTE;else if(c instanceof Uint8Array)f=i.UNSIGNED_BYTE;else if(c instanceof Uint8ClampedArray)f=i.UNSIGNED_BYTE;else throw new Error("THREE.WebGLAttributes: Unsupported buffer data format: "+c);return{buffer:d,type:f,bytesPerElement:c.BYTES_PER_ELEMENT,version:a.version,size:u}}function n(a,l,c){let h=l.array,u=l.updateRanges;if(i.bindBuffer(c,a),u.length===0)i.bufferSubData(c,0,h);else{u.sort((f,p)=>f.start-p.start);let d=0;for(let f=1;f<u.length;f++){let p=u[d],x=u[f];x.start<=p.start+p.count+1?p.count=Math.max(p.count,x.start+x.count-p.start):(++d,u[d]=x)}u.length=d+1;for(let f=0,p=u.length;f<p;f++){let x=u[f];i.bufferSubData(c,x.start*h.BYTES_PER_ELEMENT,h,x.start,x.count)}l.clearUpdateRanges()}l.onUploadCallback()}function s(a){return a.isInterleavedBufferAttribute&&(a=a.data),t.get(a)}function r(a){a.isInterleavedBufferAttribute&&(a=a.data);let l=t.get(a);l&&(i.deleteBuffer(l.buffer),t.delete(a))}function o(a,l){if(a.isInterleavedBufferAttribute&&(a=a.data),a.isGLBufferAttribute){let h=t.get(a);(!h||h.version<a.version)&&t.set(a,{buffer:a.buffer,type:a.type,bytesPerElement:a.elementSize,version:a.version});return}let c=t.get(a);if(c===void 0)t.set(a,e(a,l));else if(c.version<a.version){if(c.size!==a.array.byteLength)throw new Error("THREE.WebGLAttributes: The size of the buffer attribute's array buffer does not match the original size. Resizing buffer attributes is not supported.");n(c.buffer,a,l),c.version=a.version}}return{get:s,remove:r,update:o}}var Ty=`#ifdef USE_ALPHAHASH
	if ( diffuseColor.a < getAlphaHashThreshold( vPosition ) ) discard;
#endif`,Ey=`#ifdef USE_ALPHAHASH
	const float ALPHA_HASH_SCALE = 0.05;
	float hash2D( vec2 value ) {
		return fract( 1.0e4 * sin( 17.0 * value.x + 0.1 * value.y ) * ( 0.1 + abs( sin( 13.0 * value.y + value.x ) ) ) );
	}
	float hash3D( vec3 value ) {
		return hash2D( vec2( hash2D( value.xy ), value.z ) );
	}
	float getAlphaHashThreshold( vec3 position ) {
		float maxDeriv = max(
			length( dFdx( position.xyz ) ),
			length( dFdy( position.xyz ) )
		);
		float pixScale = 1.0 / ( ALPHA_HASH_SCALE * maxDeriv );
		vec2 pixScales = vec2(
			exp2( floor( log2( pixScale ) ) ),
			exp2( ceil( log2( pixScale ) ) )
		);
		vec2 alpha = vec2(
			hash3D( floor( pixScales.x * position.xyz ) ),
			hash3D( floor( pixScales.y * position.xyz ) )
		);
		float lerpFactor = fract( log2( pixScale ) );
		float x = ( 1.0 - lerpFactor ) * alpha.x + lerpFactor * alpha.y;
		float a = min( lerpFactor, 1.0 - lerpFactor );
		vec3 cases = vec3(
			x * x / ( 2.0 * a * ( 1.0 - a ) ),
			( x - 0.5 * a ) / ( 1.0 - a ),
			1.0 - ( ( 1.0 - x ) * ( 1.0 - x ) / ( 2.0 * a * ( 1.0 - a ) ) )
		);
		float threshold = ( x < ( 1.0 - a ) )
			? ( ( x < a ) ? cases.x : cases.y )
			: cases.z;
		return clamp( threshold , 1.0e-6, 1.0 );
	}
#endif`,Ry=`#ifdef USE_ALPHAMAP
	diffuseColor.a *= texture2D( alphaMap, vAlphaMapUv ).g;
#endif`,Cy=`#ifdef USE_ALPHAMAP
	uniform sampler2D alphaMap;
#endif`,Py=`#ifdef USE_ALPHATEST
	#ifdef ALPHA_TO_COVERAGE
	diffuseColor.a = smoothstep( alphaTest, alphaTest + fwidth( diffuseColor.a ), diffuseColor.a );
	if ( diffuseColor.a == 0.0 ) discard;
	#else
	if ( diffuseColor.a < alphaTest ) discard;
	#endif
#endif`,Iy=`#ifdef USE_ALPHATEST
	uniform float alphaTest;
#endif`,Ly=`#ifdef USE_AOMAP
	float ambientOcclusion = ( texture2D( aoMap, vAoMapUv ).r - 1.0 ) * aoMapIntensity + 1.0;
	reflectedLight.indirectDiffuse *= ambientOcclusion;
	#if defined( USE_CLEARCOAT ) 
		clearcoatSpecularIndirect *= ambientOcclusion;
	#endif
	#if defined( USE_SHEEN ) 
		sheenSpecularIndirect *= ambientOcclusion;
	#endif
	#if defined( USE_ENVMAP ) && defined( STANDARD )
		float dotNV = saturate( dot( geometryNormal, geometryViewDir ) );
		reflectedLight.indirectSpecular *= computeSpecularOcclusion( dotNV, ambientOcclusion, material.roughness );
	#endif
#endif`,Dy=`#ifdef USE_AOMAP
	uniform sampler2D aoMap;
	uniform float aoMapIntensity;
#endif`,Ny=`#ifdef USE_BATCHING
	#if ! defined( GL_ANGLE_multi_draw )
	#define gl_DrawID _gl_DrawID
	uniform int _gl_DrawID;
	#endif
	uniform highp sampler2D batchingTexture;
	uniform highp usampler2D batchingIdTexture;
	mat4 getBatchingMatrix( const in float i ) {
		int size = textureSize( batchingTexture, 0 ).x;
		int j = int( i ) * 4;
		int x = j % size;
		int y = j / size;
		vec4 v1 = texelFetch( batchingTexture, ivec2( x, y ), 0 );
		vec4 v2 = texelFetch( batchingTexture, ivec2( x + 1, y ), 0 );
		vec4 v3 = texelFetch( batchingTexture, ivec2( x + 2, y ), 0 );
		vec4 v4 = texelFetch( batchingTexture, ivec2( x + 3, y ), 0 );
		return mat4( v1, v2, v3, v4 );
	}
	float getIndirectIndex( const in int i ) {
		int size = textureSize( batchingIdTexture, 0 ).x;
		int x = i % size;
		int y = i / size;
		return float( texelFetch( batchingIdTexture, ivec2( x, y ), 0 ).r );
	}
#endif
#ifdef USE_BATCHING_COLOR
	uniform sampler2D batchingColorTexture;
	vec4 getBatchingColor( const in float i ) {
		int size = textureSize( batchingColorTexture, 0 ).x;
		int j = int( i );
		int x = j % size;
		int y = j / size;
		return texelFetch( batchingColorTexture, ivec2( x, y ), 0 );
	}
#endif`,Uy=`#ifdef USE_BATCHING
	mat4 batchingMatrix = getBatchingMatrix( getIndirectIndex( gl_DrawID ) );
#endif`,Fy=`vec3 transformed = vec3( position );
#ifdef USE_ALPHAHASH
	vPosition = vec3( position );
#endif`,Oy=`vec3 objectNormal = vec3( normal );
#ifdef USE_TANGENT
	vec3 objectTangent = vec3( tangent.xyz );
#endif`,By=`float G_BlinnPhong_Implicit( ) {
	return 0.25;
}
float D_BlinnPhong( const in float shininess, const in float dotNH ) {
	return RECIPROCAL_PI * ( shininess * 0.5 + 1.0 ) * pow( dotNH, shininess );
}
vec3 BRDF_BlinnPhong( const in vec3 lightDir, const in vec3 viewDir, const in vec3 normal, const in vec3 specularColor, const in float shininess ) {
	vec3 halfDir = normalize( lightDir + viewDir );
	float dotNH = saturate( dot( normal, halfDir ) );
	float dotVH = saturate( dot( viewDir, halfDir ) );
	vec3 F = F_Schlick( specularColor, 1.0, dotVH );
	float G = G_BlinnPhong_Implicit( );
	float D = D_BlinnPhong( shininess, dotNH );
	return F * ( G * D );
} // validated`,zy=`#ifdef USE_IRIDESCENCE
	const mat3 XYZ_TO_REC709 = mat3(
		 3.2404542, -0.9692660,  0.0556434,
		-1.5371385,  1.8760108, -0.2040259,
		-0.4985314,  0.0415560,  1.0572252
	);
	vec3 Fresnel0ToIor( vec3 fresnel0 ) {
		vec3 sqrtF0 = sqrt( fresnel0 );
		return ( vec3( 1.0 ) + sqrtF0 ) / ( vec3( 1.0 ) - sqrtF0 );
	}
	vec3 IorToFresnel0( vec3 transmittedIor, float incidentIor ) {
		return pow2( ( transmittedIor - vec3( incidentIor ) ) / ( transmittedIor + vec3( incidentIor ) ) );
	}
	float IorToFresnel0( float transmittedIor, float incidentIor ) {
		return pow2( ( transmittedIor - incidentIor ) / ( transmittedIor + incidentIor ));
	}
	vec3 evalSensitivity( float OPD, vec3 shift ) {
		float phase = 2.0 * PI * OPD * 1.0e-9;
		vec3 val = vec3( 5.4856e-13, 4.4201e-13, 5.2481e-13 );
		vec3 pos = vec3( 1.6810e+06, 1.7953e+06, 2.2084e+06 );
		vec3 var = vec3( 4.3278e+09, 9.3046e+09, 6.6121e+09 );
		vec3 xyz = val * sqrt( 2.0 * PI * var ) * cos( pos * phase + shift ) * exp( - pow2( phase ) * var );
		xyz.x += 9.7470e-14 * sqrt( 2.0 * PI * 4.5282e+09 ) * cos( 2.2399e+06 * phase + shift[ 0 ] ) * exp( - 4.5282e+09 * pow2( phase ) );
		xyz /= 1.0685e-7;
		vec3 rgb = XYZ_TO_REC709 * xyz;
		return rgb;
	}
	vec3 evalIridescence( float outsideIOR, float eta2, float cosTheta1, float thinFilmThickness, vec3 baseF0 ) {
		vec3 I;
		float iridescenceIOR = mix( outsideIOR, eta2, smoothstep( 0.0, 0.03, thinFilmThickness ) );
		float sinTheta2Sq = pow2( outsideIOR / iridescenceIOR ) * ( 1.0 - pow2( cosTheta1 ) );
		float cosTheta2Sq = 1.0 - sinTheta2Sq;
		if ( cosTheta2Sq < 0.0 ) {
			return vec3( 1.0 );
		}
		float cosTheta2 = sqrt( cosTheta2Sq );
		float R0 = IorToFresnel0( iridescenceIOR, outsideIOR );
		float R12 = F_Schlick( R0, 1.0, cosTheta1 );
		float T121 = 1.0 - R12;
		float phi12 = 0.0;
		if ( iridescenceIOR < outsideIOR ) phi12 = PI;
		float phi21 = PI - phi12;
		vec3 baseIOR = Fresnel0ToIor( clamp( baseF0, 0.0, 0.9999 ) );		vec3 R1 = IorToFresnel0( baseIOR, iridescenceIOR );
		vec3 R23 = F_Schlick( R1, 1.0, cosTheta2 );
		vec3 phi23 = vec3( 0.0 );
		if ( baseIOR[ 0 ] < iridescenceIOR ) phi23[ 0 ] = PI;
		if ( baseIOR[ 1 ] < iridescenceIOR ) phi23[ 1 ] = PI;
		if ( baseIOR[ 2 ] < iridescenceIOR ) phi23[ 2 ] = PI;
		float OPD = 2.0 * iridescenceIOR * thinFilmThickness * cosTheta2;
		vec3 phi = vec3( phi21 ) + phi23;
		vec3 R123 = clamp( R12 * R23, 1e-5, 0.9999 );
		vec3 r123 = sqrt( R123 );
		vec3 Rs = pow2( T121 ) * R23 / ( vec3( 1.0 ) - R123 );
		vec3 C0 = R12 + Rs;
		I = C0;
		vec3 Cm = Rs - T121;
		for ( int m = 1; m <= 2; ++ m ) {
			Cm *= r123;
			vec3 Sm = 2.0 * evalSensitivity( float( m ) * OPD, float( m ) * phi );
			I += Cm * Sm;
		}
		return max( I, vec3( 0.0 ) );
	}
#endif`,ky=`#ifdef USE_BUMPMAP
	uniform sampler2D bumpMap;
	uniform float bumpScale;
	vec2 dHdxy_fwd() {
		vec2 dSTdx = dFdx( vBumpMapUv );
		vec2 dSTdy = dFdy( vBumpMapUv );
		float Hll = bumpScale * texture2D( bumpMap, vBumpMapUv ).x;
		float dBx = bumpScale * texture2D( bumpMap, vBumpMapUv + dSTdx ).x - Hll;
		float dBy = bumpScale * texture2D( bumpMap, vBumpMapUv + dSTdy ).x - Hll;
		return vec2( dBx, dBy );
	}
	vec3 perturbNormalArb( vec3 surf_pos, vec3 surf_norm, vec2 dHdxy, float faceDirection ) {
		vec3 vSigmaX = normalize( dFdx( surf_pos.xyz ) );
		vec3 vSigmaY = normalize( dFdy( surf_pos.xyz ) );
		vec3 vN = surf_norm;
		vec3 R1 = cross( vSigmaY, vN );
		vec3 R2 = cross( vN, vSigmaX );
		float fDet = dot( vSigmaX, R1 ) * faceDirection;
		vec3 vGrad = sign( fDet ) * ( dHdxy.x * R1 + dHdxy.y * R2 );
		return normalize( abs( fDet ) * surf_norm - vGrad );
	}
#endif`,Vy=`#if NUM_CLIPPING_PLANES > 0
	vec4 plane;
	#ifdef ALPHA_TO_COVERAGE
		float distanceToPlane, distanceGradient;
		float clipOpacity = 1.0;
		#pragma unroll_loop_start
		for ( int i = 0; i < UNION_CLIPPING_PLANES; i ++ ) {
			plane = clippingPlanes[ i ];
			distanceToPlane = - dot( vClipPosition, plane.xyz ) + plane.w;
			distanceGradient = fwidth( distanceToPlane ) / 2.0;
			clipOpacity *= smoothstep( - distanceGradient, distanceGradient, distanceToPlane );
			if ( clipOpacity == 0.0 ) discard;
		}
		#pragma unroll_loop_end
		#if UNION_CLIPPING_PLANES < NUM_CLIPPING_PLANES
			float unionClipOpacity = 1.0;
			#pragma unroll_loop_start
			for ( int i = UNION_CLIPPING_PLANES; i < NUM_CLIPPING_PLANES; i ++ ) {
				plane = clippingPlanes[ i ];
				distanceToPlane = - dot( vClipPosition, plane.xyz ) + plane.w;
				distanceGradient = fwidth( distanceToPlane ) / 2.0;
				unionClipOpacity *= 1.0 - smoothstep( - distanceGradient, distanceGradient, distanceToPlane );
			}
			#pragma unroll_loop_end
			clipOpacity *= 1.0 - unionClipOpacity;
		#endif
		diffuseColor.a *= clipOpacity;
		if ( diffuseColor.a == 0.0 ) discard;
	#else
		#pragma unroll_loop_start
		for ( int i = 0; i < UNION_CLIPPING_PLANES; i ++ ) {
			plane = clippingPlanes[ i ];
			if ( dot( vClipPosition, plane.xyz ) > plane.w ) discard;
		}
		#pragma unroll_loop_end
		#if UNION_CLIPPING_PLANES < NUM_CLIPPING_PLANES
			bool clipped = true;
			#pragma unroll_loop_start
			for ( int i = UNION_CLIPPING_PLANES; i < NUM_CLIPPING_PLANES; i ++ ) {
				plane = clippingPlanes[ i ];
				clipped = ( dot( vClipPosition, plane.xyz ) > plane.w ) && clipped;
			}
			#pragma unroll_loop_end
			if ( clipped ) discard;
		#endif
	#endif
#endif`,Gy=`#if NUM_CLIPPING_PLANES > 0
	varying vec3 vClipPosition;
	uniform vec4 clippingPlanes[ NUM_CLIPPING_PLANES ];
#endif`,Hy=`#if NUM_CLIPPING_PLANES > 0
	varying vec3 vClipPosition;
#endif`,Wy=`#if NUM_CLIPPING_PLANES > 0
	vClipPosition = - mvPosition.xyz;
#endif`,Xy=`#if defined( USE_COLOR ) || defined( USE_COLOR_ALPHA )
	diffuseColor *= vColor;
#endif`,qy=`#if defined( USE_COLOR ) || defined( USE_COLOR_ALPHA )
	varying vec4 vColor;
#endif`,Yy=`#if defined( USE_COLOR ) || defined( USE_COLOR_ALPHA ) || defined( USE_INSTANCING_COLOR ) || defined( USE_BATCHING_COLOR )
	varying vec4 vColor;
#endif`,$y=`#if defined( USE_COLOR ) || defined( USE_COLOR_ALPHA ) || defined( USE_INSTANCING_COLOR ) || defined( USE_BATCHING_COLOR )
	vColor = vec4( 1.0 );
#endif
#ifdef USE_COLOR_ALPHA
	vColor *= color;
#elif defined( USE_COLOR )
	vColor.rgb *= color;
#endif
#ifdef USE_INSTANCING_COLOR
	vColor.rgb *= instanceColor.rgb;
#endif
#ifdef USE_BATCHING_COLOR
	vColor *= getBatchingColor( getIndirectIndex( gl_DrawID ) );
#endif`,Zy=`#define PI 3.141592653589793
#define PI2 6.283185307179586
#define PI_HALF 1.5707963267948966
#define RECIPROCAL_PI 0.3183098861837907
#define RECIPROCAL_PI2 0.15915494309189535
#define EPSILON 1e-6
#ifndef saturate
#define saturate( a ) clamp( a, 0.0, 1.0 )
#endif
#define whiteComplement( a ) ( 1.0 - saturate( a ) )
float pow2( const in float x ) { return x*x; }
vec3 pow2( const in vec3 x ) { return x*x; }
float pow3( const in float x ) { return x*x*x; }
float pow4( const in float x ) { float x2 = x*x; return x2*x2; }
float max3( const in vec3 v ) { return max( max( v.x, v.y ), v.z ); }
float average( const in vec3 v ) { return dot( v, vec3( 0.3333333 ) ); }
highp float rand( const in vec2 uv ) {
	const highp float a = 12.9898, b = 78.233, c = 43758.5453;
	highp float dt = dot( uv.xy, vec2( a,b ) ), sn = mod( dt, PI );
	return fract( sin( sn ) * c );
}
#ifdef HIGH_PRECISION
	float precisionSafeLength( vec3 v ) { return length( v ); }
#else
	float precisionSafeLength( vec3 v ) {
		float maxComponent = max3( abs( v ) );
		return length( v / maxComponent ) * maxComponent;
	}
#endif
struct IncidentLight {
	vec3 color;
	vec3 direction;
	bool visible;
};
struct ReflectedLight {
	vec3 directDiffuse;
	vec3 directSpecular;
	vec3 indirectDiffuse;
	vec3 indirectSpecular;
};
#ifdef USE_ALPHAHASH
	varying vec3 vPosition;
#endif
vec3 transformDirection( in vec3 dir, in mat4 matrix ) {
	return normalize( ( matrix * vec4( dir, 0.0 ) ).xyz );
}
#define inverseTransformDirection transformDirectionByInverseViewMatrix
vec3 transformNormalByInverseViewMatrix( in vec3 normal, in mat4 viewMatrix ) {
	return normalize( ( vec4( normal, 0.0 ) * viewMatrix ).xyz );
}
vec3 transformDirectionByInverseViewMatrix( in vec3 dir, in mat4 viewMatrix ) {
	return normalize( ( vec4( dir, 0.0 ) * viewMatrix ).xyz );
}
bool isPerspectiveMatrix( mat4 m ) {
	return m[ 2 ][ 3 ] == - 1.0;
}
vec2 equirectUv( in vec3 dir ) {
	float u = atan( dir.z, dir.x ) * RECIPROCAL_PI2 + 0.5;
	float v = asin( clamp( dir.y, - 1.0, 1.0 ) ) * RECIPROCAL_PI + 0.5;
	return vec2( u, v );
}
vec3 BRDF_Lambert( const in vec3 diffuseColor ) {
	return RECIPROCAL_PI * diffuseColor;
}
vec3 F_Schlick( const in vec3 f0, const in float f90, const in float dotVH ) {
	float fresnel = exp2( ( - 5.55473 * dotVH - 6.98316 ) * dotVH );
	return f0 * ( 1.0 - fresnel ) + ( f90 * fresnel );
}
float F_Schlick( const in float f0, const in float f90, const in float dotVH ) {
	float fresnel = exp2( ( - 5.55473 * dotVH - 6.98316 ) * dotVH );
	return f0 * ( 1.0 - fresnel ) + ( f90 * fresnel );
} // validated`,Jy=`vec3 transformedNormal = objectNormal;
#ifdef USE_TANGENT
	vec3 transformedTangent = objectTangent;
#endif
#ifdef USE_BATCHING
	mat3 bm = mat3( batchingMatrix );
	transformedNormal /= vec3( dot( bm[ 0 ], bm[ 0 ] ), dot( bm[ 1 ], bm[ 1 ] ), dot( bm[ 2 ], bm[ 2 ] ) );
	transformedNormal = bm * transformedNormal;
	#ifdef USE_TANGENT
		transformedTangent = bm * transformedTangent;
	#endif
#endif
#ifdef USE_INSTANCING
	mat3 im = mat3( instanceMatrix );
	transformedNormal /= vec3( dot( im[ 0 ], im[ 0 ] ), dot( im[ 1 ], im[ 1 ] ), dot( im[ 2 ], im[ 2 ] ) );
	transformedNormal = im * transformedNormal;
	#ifdef USE_TANGENT
		transformedTangent = im * transformedTangent;
	#endif
#endif
transformedNormal = normalMatrix * transformedNormal;
#ifdef FLIP_SIDED
	transformedNormal = - transformedNormal;
#endif
#ifdef USE_TANGENT
	transformedTangent = ( modelViewMatrix * vec4( transformedTangent, 0.0 ) ).xyz;
#endif`,Ky=`#ifdef USE_DISPLACEMENTMAP
	uniform sampler2D displacementMap;
	uniform float displacementScale;
	uniform float displacementBias;
#endif`,jy=`#ifdef USE_DISPLACEMENTMAP
	transformed += normalize( objectNormal ) * ( texture2D( displacementMap, vDisplacementMapUv ).x * displacementScale + displacementBias );
#endif`,Qy=`#ifdef USE_EMISSIVEMAP
	vec4 emissiveColor = texture2D( emissiveMap, vEmissiveMapUv );
	#ifdef DECODE_VIDEO_TEXTURE_EMISSIVE
		emissiveColor = sRGBTransferEOTF( emissiveColor );
	#endif
	totalEmissiveRadiance *= emissiveColor.rgb;
#endif`,tv=`#ifdef USE_EMISSIVEMAP
	uniform sampler2D emissiveMap;
#endif`,ev="gl_FragColor = linearToOutputTexel( gl_FragColor );",nv=`vec4 LinearTransferOETF( in vec4 value ) {
	return value;
}
vec4 sRGBTransferEOTF( in vec4 value ) {
	return vec4( mix( pow( value.rgb * 0.9478672986 + vec3( 0.0521327014 ), vec3( 2.4 ) ), value.rgb * 0.0773993808, vec3( lessThanEqual( value.rgb, vec3( 0.04045 ) ) ) ), value.a );
}
vec4 sRGBTransferOETF( in vec4 value ) {
	return vec4( mix( pow( value.rgb, vec3( 0.41666 ) ) * 1.055 - vec3( 0.055 ), value.rgb * 12.92, vec3( lessThanEqual( value.rgb, vec3( 0.0031308 ) ) ) ), value.a );
}`,iv=`#ifdef USE_ENVMAP
	#ifdef ENV_WORLDPOS
		vec3 cameraToFrag;
		if ( isOrthographic ) {
			cameraToFrag = normalize( vec3( - viewMatrix[ 0 ][ 2 ], - viewMatrix[ 1 ][ 2 ], - viewMatrix[ 2 ][ 2 ] ) );
		} else {
			cameraToFrag = normalize( vWorldPosition - cameraPosition );
		}
		vec3 worldNormal = transformNormalByInverseViewMatrix( normal, viewMatrix );
		#ifdef ENVMAP_MODE_REFLECTION
			vec3 reflectVec = reflect( cameraToFrag, worldNormal );
		#else
			vec3 reflectVec = refract( cameraToFrag, worldNormal, refractionRatio );
		#endif
	#else
		vec3 reflectVec = vReflect;
	#endif
	#ifdef ENVMAP_TYPE_CUBE
		vec4 envColor = textureCube( envMap, envMapRotation * reflectVec );
		#ifdef ENVMAP_BLENDING_MULTIPLY
			outgoingLight = mix( outgoingLight, outgoingLight * envColor.xyz, specularStrength * reflectivity );
		#elif defined( ENVMAP_BLENDING_MIX )
			outgoingLight = mix( outgoingLight, envColor.xyz, specularStrength * reflectivity );
		#elif defined( ENVMAP_BLENDING_ADD )
			outgoingLight += envColor.xyz * specularStrength * reflectivity;
		#endif
	#endif
#endif`,sv=`#ifdef USE_ENVMAP
	uniform float envMapIntensity;
	uniform mat3 envMapRotation;
	uniform samplerCube envMap;
	#ifdef ENVMAP_TYPE_PMREM
		float roughnessToMip( const in float roughness ) {
			float r = clamp( roughness, 0.0, 1.0 );
			return ENVMAP_MAX_LOD * r * ( 2.0 - r );
		}
	#endif
#endif`,rv=`#ifdef USE_ENVMAP
	uniform float reflectivity;
	#if defined( USE_BUMPMAP ) || defined( USE_NORMALMAP ) || defined( PHONG ) || defined( LAMBERT )
		#define ENV_WORLDPOS
	#endif
	#ifdef ENV_WORLDPOS
		varying vec3 vWorldPosition;
		uniform float refractionRatio;
	#else
		varying vec3 vReflect;
	#endif
#endif`,ov=`#ifdef USE_ENVMAP
	#if defined( USE_BUMPMAP ) || defined( USE_NORMALMAP ) || defined( PHONG ) || defined( LAMBERT )
		#define ENV_WORLDPOS
	#endif
	#ifdef ENV_WORLDPOS
		
		varying vec3 vWorldPosition;
	#else
		varying vec3 vReflect;
		uniform float refractionRatio;
	#endif
#endif`,av=`#ifdef USE_ENVMAP
	#ifdef ENV_WORLDPOS
		vWorldPosition = worldPosition.xyz;
	#else
		vec3 cameraToVertex;
		if ( isOrthographic ) {
			cameraToVertex = normalize( vec3( - viewMatrix[ 0 ][ 2 ], - viewMatrix[ 1 ][ 2 ], - viewMatrix[ 2 ][ 2 ] ) );
		} else {
			cameraToVertex = normalize( worldPosition.xyz - cameraPosition );
		}
		vec3 worldNormal = transformNormalByInverseViewMatrix( transformedNormal, viewMatrix );
		#ifdef ENVMAP_MODE_REFLECTION
			vReflect = reflect( cameraToVertex, worldNormal );
		#else
			vReflect = refract( cameraToVertex, worldNormal, refractionRatio );
		#endif
	#endif
#endif`,lv=`#ifdef USE_FOG
	vFogDepth = - mvPosition.z;
#endif`,cv=`#ifdef USE_FOG
	varying float vFogDepth;
#endif`,hv=`#ifdef USE_FOG
	#ifdef FOG_EXP2
		float fogFactor = 1.0 - exp( - fogDensity * fogDensity * vFogDepth * vFogDepth );
	#else
		float fogFactor = smoothstep( fogNear, fogFar, vFogDepth );
	#endif
	gl_FragColor.rgb = mix( gl_FragColor.rgb, fogColor, fogFactor );
#endif`,uv=`#ifdef USE_FOG
	uniform vec3 fogColor;
	varying float vFogDepth;
	#ifdef FOG_EXP2
		uniform float fogDensity;
	#else
		uniform float fogNear;
		uniform float fogFar;
	#endif
#endif`,dv=`#ifdef USE_GRADIENTMAP
	uniform sampler2D gradientMap;
#endif
vec3 getGradientIrradiance( vec3 normal, vec3 lightDirection ) {
	float dotNL = dot( normal, lightDirection );
	vec2 coord = vec2( dotNL * 0.5 + 0.5, 0.0 );
	#ifdef USE_GRADIENTMAP
		return vec3( texture2D( gradientMap, coord ).r );
	#else
		vec2 fw = fwidth( coord ) * 0.5;
		return mix( vec3( 0.7 ), vec3( 1.0 ), smoothstep( 0.7 - fw.x, 0.7 + fw.x, coord.x ) );
	#endif
}`,fv=`#ifdef USE_LIGHTMAP
	uniform sampler2D lightMap;
	uniform float lightMapIntensity;
#endif`,pv=`LambertMaterial material;
material.diffuseColor = diffuseColor.rgb;
material.specularStrength = specularStrength;`,mv=`varying vec3 vViewPosition;
struct LambertMaterial {
	vec3 diffuseColor;
	float specularStrength;
};
void RE_Direct_Lambert( const in IncidentLight directLight, const in vec3 geometryPosition, const in vec3 geometryNormal, const in vec3 geometryViewDir, const in vec3 geometryClearcoatNormal, const in LambertMaterial material, inout ReflectedLight reflectedLight ) {
	float dotNL = saturate( dot( geometryNormal, directLight.direction ) );
	vec3 irradiance = dotNL * directLight.color;
	reflectedLight.directDiffuse += irradiance * BRDF_Lambert( material.diffuseColor );
}
void RE_IndirectDiffuse_Lambert( const in vec3 irradiance, const in vec3 geometryPosition, const in vec3 geometryNormal, const in vec3 geometryViewDir, const in vec3 geometryClearcoatNormal, const in LambertMaterial material, inout ReflectedLight reflectedLight ) {
	reflectedLight.indirectDiffuse += irradiance * BRDF_Lambert( material.diffuseColor );
}
#define RE_Direct				RE_Direct_Lambert
#define RE_IndirectDiffuse		RE_IndirectDiffuse_Lambert`,gv=`uniform bool receiveShadow;
uniform vec3 ambientLightColor;
#if defined( USE_LIGHT_PROBES )
	uniform vec3 lightProbe[ 9 ];
#endif
vec3 shGetIrradianceAt( in vec3 normal, in vec3 shCoefficients[ 9 ] ) {
	float x = normal.x, y = normal.y, z = normal.z;
	vec3 result = shCoefficients[ 0 ] * 0.886227;
	result += shCoefficients[ 1 ] * 2.0 * 0.511664 * y;
	result += shCoefficients[ 2 ] * 2.0 * 0.511664 * z;
	result += shCoefficients[ 3 ] * 2.0 * 0.511664 * x;
	result += shCoefficients[ 4 ] * 2.0 * 0.429043 * x * y;
	result += shCoefficients[ 5 ] * 2.0 * 0.429043 * y * z;
	result += shCoefficients[ 6 ] * ( 0.743125 * z * z - 0.247708 );
	result += shCoefficients[ 7 ] * 2.0 * 0.429043 * x * z;
	result += shCoefficients[ 8 ] * 0.429043 * ( x * x - y * y );
	return result;
}
vec3 getLightProbeIrradiance( const in vec3 lightProbe[ 9 ], const in vec3 normal ) {
	vec3 worldNormal = transformNormalByInverseViewMatrix( normal, viewMatrix );
	vec3 irradiance = shGetIrradianceAt( worldNormal, lightProbe );
	return irradiance;
}
vec3 getAmbientLightIrradiance( const in vec3 ambientLightColor ) {
	vec3 irradiance = ambientLightColor;
	return irradiance;
}
float getDistanceAttenuation( const in float lightDistance, const in float cutoffDistance, const in float decayExponent ) {
	float distanceFalloff = 1.0 / max( pow( lightDistance, decayExponent ), 0.01 );
	if ( cutoffDistance > 0.0 ) {
		distanceFalloff *= pow2( saturate( 1.0 - pow4( lightDistance / cutoffDistance ) ) );
	}
	return distanceFalloff;
}
float getSpotAttenuation( const in float coneCosine, const in float penumbraCosine, const in float angleCosine ) {
	return smoothstep( coneCosine, penumbraCosine, angleCosine );
}
#if NUM_SUN_LIGHTS > 0
	struct SunLight {
		vec3 direction;
		vec3 color;
	};
	uniform SunLight sunLights[ NUM_SUN_LIGHTS ];
	void getSunLightInfo( const in SunLight sunLight, out IncidentLight light ) {
		light.color = sunLight.color;
		light.direction = sunLight.direction;
		light.visible = true;
	}
#endif
#if NUM_DIR_LIGHTS > 0
	struct DirectionalLight {
		vec3 direction;
		vec3 color;
	};
	uniform DirectionalLight directionalLights[ NUM_DIR_LIGHTS ];
	void getDirectionalLightInfo( const in DirectionalLight directionalLight, out IncidentLight light ) {
		light.color = directionalLight.color;
		light.direction = directionalLight.direction;
		light.visible = true;
	}
#endif
#if NUM_POINT_LIGHTS > 0
	struct PointLight {
		vec3 position;
		vec3 color;
		float distance;
		float decay;
	};
	uniform PointLight pointLights[ NUM_POINT_LIGHTS ];
	void getPointLightInfo( const in PointLight pointLight, const in vec3 geometryPosition, out IncidentLight light ) {
		vec3 lVector = pointLight.position - geometryPosition;
		light.direction = normalize( lVector );
		float lightDistance = length( lVector );
		light.color = pointLight.color;
		light.color *= getDistanceAttenuation( lightDistance, pointLight.distance, pointLight.decay );
		light.visible = ( light.color != vec3( 0.0 ) );
	}
#endif
#if NUM_SPOT_LIGHTS > 0
	struct SpotLight {
		vec3 position;
		vec3 direction;
		vec3 color;
		float distance;
		float decay;
		float coneCos;
		float penumbraCos;
	};
	uniform SpotLight spotLights[ NUM_SPOT_LIGHTS ];
	void getSpotLightInfo( const in SpotLight spotLight, const in vec3 geometryPosition, out IncidentLight light ) {
		vec3 lVector = spotLight.position - geometryPosition;
		light.direction = normalize( lVector );
		float angleCos = dot( light.direction, spotLight.direction );
		float spotAttenuation = getSpotAttenuation( spotLight.coneCos, spotLight.penumbraCos, angleCos );
		if ( spotAttenuation > 0.0 ) {
			float lightDistance = length( lVector );
			light.color = spotLight.color * spotAttenuation;
			light.color *= getDistanceAttenuation( lightDistance, spotLight.distance, spotLight.decay );
			light.visible = ( light.color != vec3( 0.0 ) );
		} else {
			light.color = vec3( 0.0 );
			light.visible = false;
		}
	}
#endif
#if NUM_RECT_AREA_LIGHTS > 0
	struct RectAreaLight {
		vec3 color;
		vec3 position;
		vec3 halfWidth;
		vec3 halfHeight;
	};
	uniform sampler2D ltc_1;	uniform sampler2D ltc_2;
	uniform RectAreaLight rectAreaLights[ NUM_RECT_AREA_LIGHTS ];
#endif
#if NUM_HEMI_LIGHTS > 0
	struct HemisphereLight {
		vec3 direction;
		vec3 skyColor;
		vec3 groundColor;
	};
	uniform HemisphereLight hemisphereLights[ NUM_HEMI_LIGHTS ];
	vec3 getHemisphereLightIrradiance( const in HemisphereLight hemiLight, const in vec3 normal ) {
		float dotNL = dot( normal, hemiLight.direction );
		float hemiDiffuseWeight = 0.5 * dotNL + 0.5;
		vec3 irradiance = mix( hemiLight.groundColor, hemiLight.skyColor, hemiDiffuseWeight );
		return irradiance;
	}
#endif
#include <lightprobes_pars_fragment>`,_v=`#ifdef USE_ENVMAP
	vec3 getIBLIrradiance( const in vec3 normal ) {
		#ifdef ENVMAP_TYPE_PMREM
			vec3 worldNormal = transformNormalByInverseViewMatrix( normal, viewMatrix );
			vec4 envMapColor = textureLod( envMap, envMapRotation * worldNormal, ENVMAP_MAX_LOD );
			return PI * envMapColor.rgb * envMapIntensity;
		#else
			return vec3( 0.0 );
		#endif
	}
	vec3 getIBLRadiance( const in vec3 viewDir, const in vec3 normal, const in float roughness ) {
		#ifdef ENVMAP_TYPE_PMREM
			vec3 reflectVec = reflect( - viewDir, normal );
			reflectVec = normalize( mix( reflectVec, normal, pow4( roughness ) ) );
			reflectVec = transformDirectionByInverseViewMatrix( reflectVec, viewMatrix );
			vec4 envMapColor = textureLod( envMap, envMapRotation * reflectVec, roughnessToMip( roughness ) );
			return envMapColor.rgb * envMapIntensity;
		#else
			return vec3( 0.0 );
		#endif
	}
	#ifdef USE_RETROREFLECTION
		vec3 getIBLRetroRadiance( const in vec3 viewDir, const in vec3 normal, const in float roughness ) {
			#ifdef ENVMAP_TYPE_PMREM
				vec3 retroVec = normalize( mix( viewDir, normal, pow4( roughness ) ) );
				retroVec = transformDirectionByInverseViewMatrix( retroVec, viewMatrix );
				vec4 envMapColor = textureLod( envMap, envMapRotation * retroVec, roughnessToMip( roughness ) );
				return envMapColor.rgb * envMapIntensity;
			#else
				return vec3( 0.0 );
			#endif
		}
	#endif
	#ifdef USE_ANISOTROPY
		vec3 getIBLAnisotropyRadiance( const in vec3 viewDir, const in vec3 normal, const in float roughness, const in vec3 bitangent, const in float anisotropy ) {
			#ifdef ENVMAP_TYPE_PMREM
				vec3 bentNormal = cross( bitangent, viewDir );
				bentNormal = normalize( cross( bentNormal, bitangent ) );
				bentNormal = normalize( mix( bentNormal, normal, pow2( pow2( 1.0 - anisotropy * ( 1.0 - roughness ) ) ) ) );
				return getIBLRadiance( viewDir, bentNormal, roughness );
			#else
				return vec3( 0.0 );
			#endif
		}
		#ifdef USE_RETROREFLECTION
			vec3 getIBLAnisotropyRetroRadiance( const in vec3 viewDir, const in vec3 normal, const in float roughness, const in vec3 bitangent, const in float anisotropy ) {
				#ifdef ENVMAP_TYPE_PMREM
					vec3 bentNormal = cross( bitangent, viewDir );
					bentNormal = normalize( cross( bentNormal, bitangent ) );
					bentNormal = normalize( mix( bentNormal, normal, pow2( pow2( 1.0 - anisotropy * ( 1.0 - roughness ) ) ) ) );
					return getIBLRetroRadiance( viewDir, bentNormal, roughness );
				#else
					return vec3( 0.0 );
				#endif
			}
		#endif
	#endif
#endif`,xv=`ToonMaterial material;
material.diffuseColor = diffuseColor.rgb;`,yv=`varying vec3 vViewPosition;
struct ToonMaterial {
	vec3 diffuseColor;
};
void RE_Direct_Toon( const in IncidentLight directLight, const in vec3 geometryPosition, const in vec3 geometryNormal, const in vec3 geometryViewDir, const in vec3 geometryClearcoatNormal, const in ToonMaterial material, inout ReflectedLight reflectedLight ) {
	vec3 irradiance = getGradientIrradiance( geometryNormal, directLight.direction ) * directLight.color;
	reflectedLight.directDiffuse += irradiance * BRDF_Lambert( material.diffuseColor );
}
void RE_IndirectDiffuse_Toon( const in vec3 irradiance, const in vec3 geometryPosition, const in vec3 geometryNormal, const in vec3 geometryViewDir, const in vec3 geometryClearcoatNormal, const in ToonMaterial material, inout ReflectedLight reflectedLight ) {
	reflectedLight.indirectDiffuse += irradiance * BRDF_Lambert( material.diffuseColor );
}
#define RE_Direct				RE_Direct_Toon
#define RE_IndirectDiffuse		RE_IndirectDiffuse_Toon`,vv=`BlinnPhongMaterial material;
material.diffuseColor = diffuseColor.rgb;
material.specularColor = specular;
material.specularShininess = shininess;
material.specularStrength = specularStrength;`,Sv=`varying vec3 vViewPosition;
struct BlinnPhongMaterial {
	vec3 diffuseColor;
	vec3 specularColor;
	float specularShininess;
	float specularStrength;
};
void RE_Direct_BlinnPhong( const in IncidentLight directLight, const in vec3 geometryPosition, const in vec3 geometryNormal, const in vec3 geometryViewDir, const in vec3 geometryClearcoatNormal, const in BlinnPhongMaterial material, inout ReflectedLight reflectedLight ) {
	float dotNL = saturate( dot( geometryNormal, directLight.direction ) );
	vec3 irradiance = dotNL * directLight.color;
	reflectedLight.directDiffuse += irradiance * BRDF_Lambert( material.diffuseColor );
	reflectedLight.directSpecular += irradiance * BRDF_BlinnPhong( directLight.direction, geometryViewDir, geometryNormal, material.specularColor, material.specularShininess ) * material.specularStrength;
}
void RE_IndirectDiffuse_BlinnPhong( const in vec3 irradiance, const in vec3 geometryPosition, const in vec3 geometryNormal, const in vec3 geometryViewDir, const in vec3 geometryClearcoatNormal, const in BlinnPhongMaterial material, inout ReflectedLight reflectedLight ) {
	reflectedLight.indirectDiffuse += irradiance * BRDF_Lambert( material.diffuseColor );
}
#define RE_Direct				RE_Direct_BlinnPhong
#define RE_IndirectDiffuse		RE_IndirectDiffuse_BlinnPhong`,Mv=`PhysicalMaterial material;
material.diffuseColor = diffuseColor.rgb;
material.diffuseContribution = diffuseColor.rgb * ( 1.0 - metalnessFactor );
material.metalness = metalnessFactor;
vec3 dxy = max( abs( dFdx( nonPerturbedNormal ) ), abs( dFdy( nonPerturbedNormal ) ) );
float geometryRoughness = max( max( dxy.x, dxy.y ), dxy.z );
material.roughness = max( roughnessFactor, 0.045 );
material.roughness += geometryRoughness;
material.roughness = min( material.roughness, 1.0 );
#ifdef USE_DIFFUSE_ROUGHNESS
	float diffuseRoughnessFactor = diffuseRoughness;
	#ifdef USE_DIFFUSE_ROUGHNESSMAP
		diffuseRoughnessFactor *= texture2D( diffuseRoughnessMap, vDiffuseRoughnessMapUv ).r;
	#endif
	material.diffuseRoughness = saturate( diffuseRoughnessFactor );
#endif
#ifdef IOR
	material.ior = ior;
	#ifdef USE_SPECULAR
		float specularIntensityFactor = specularIntensity;
		vec3 specularColorFactor = specularColor;
		#ifdef USE_SPECULAR_COLORMAP
			specularColorFactor *= texture2D( specularColorMap, vSpecularColorMapUv ).rgb;
		#endif
		#ifdef USE_SPECULAR_INTENSITYMAP
			specularIntensityFactor *= texture2D( specularIntensityMap, vSpecularIntensityMapUv ).a;
		#endif
		material.specularF90 = mix( specularIntensityFactor, 1.0, metalnessFactor );
	#else
		float specularIntensityFactor = 1.0;
		vec3 specularColorFactor = vec3( 1.0 );
		material.specularF90 = 1.0;
	#endif
	material.specularColor = min( pow2( ( material.ior - 1.0 ) / ( material.ior + 1.0 ) ) * specularColorFactor, vec3( 1.0 ) ) * specularIntensityFactor;
	material.specularColorBlended = mix( material.specularColor, diffuseColor.rgb, metalnessFactor );
#else
	material.specularColor = vec3( 0.04 );
	material.specularColorBlended = mix( material.specularColor, diffuseColor.rgb, metalnessFactor );
	material.specularF90 = 1.0;
#endif
#ifdef USE_CLEARCOAT
	material.clearcoat = clearcoat;
	material.clearcoatRoughness = clearcoatRoughness;
	material.clearcoatF0 = vec3( 0.04 );
	material.clearcoatF90 = 1.0;
	#ifdef USE_CLEARCOATMAP
		material.clearcoat *= texture2D( clearcoatMap, vClearcoatMapUv ).x;
	#endif
	#ifdef USE_CLEARCOAT_ROUGHNESSMAP
		material.clearcoatRoughness *= texture2D( clearcoatRoughnessMap, vClearcoatRoughnessMapUv ).y;
	#endif
	material.clearcoat = saturate( material.clearcoat );	material.clearcoatRoughness = max( material.clearcoatRoughness, 0.045 );
	material.clearcoatRoughness += geometryRoughness;
	material.clearcoatRoughness = min( material.clearcoatRoughness, 1.0 );
#endif
#ifdef USE_DISPERSION
	material.dispersion = dispersion;
#endif
#ifdef USE_RETROREFLECTION
	material.retroreflectivity = retroreflectivity;
#endif
#ifdef USE_IRIDESCENCE
	material.iridescence = iridescence;
	material.iridescenceIOR = iridescenceIOR;
	#ifdef USE_IRIDESCENCEMAP
		material.iridescence *= texture2D( iridescenceMap, vIridescenceMapUv ).r;
	#endif
	#ifdef USE_IRIDESCENCE_THICKNESSMAP
		material.iridescenceThickness = (iridescenceThicknessMaximum - iridescenceThicknessMinimum) * texture2D( iridescenceThicknessMap, vIridescenceThicknessMapUv ).g + iridescenceThicknessMinimum;
	#else
		material.iridescenceThickness = iridescenceThicknessMaximum;
	#endif
#endif
#ifdef USE_SHEEN
	material.sheenColor = sheenColor;
	#ifdef USE_SHEEN_COLORMAP
		material.sheenColor *= texture2D( sheenColorMap, vSheenColorMapUv ).rgb;
	#endif
	material.sheenRoughness = clamp( sheenRoughness, 0.0001, 1.0 );
	#ifdef USE_SHEEN_ROUGHNESSMAP
		material.sheenRoughness *= texture2D( sheenRoughnessMap, vSheenRoughnessMapUv ).a;
	#endif
#endif
#ifdef USE_ANISOTROPY
	#ifdef USE_ANISOTROPYMAP
		mat2 anisotropyMat = mat2( anisotropyVector.x, anisotropyVector.y, - anisotropyVector.y, anisotropyVector.x );
		vec3 anisotropyPolar = texture2D( anisotropyMap, vAnisotropyMapUv ).rgb;
		vec2 anisotropyV = anisotropyMat * normalize( 2.0 * anisotropyPolar.rg - vec2( 1.0 ) ) * anisotropyPolar.b;
	#else
		vec2 anisotropyV = anisotropyVector;
	#endif
	material.anisotropy = length( anisotropyV );
	if( material.anisotropy == 0.0 ) {
		anisotropyV = vec2( 1.0, 0.0 );
	} else {
		anisotropyV /= material.anisotropy;
		material.anisotropy = saturate( material.anisotropy );
	}
	material.alphaT = mix( pow2( material.roughness ), 1.0, pow2( material.anisotropy ) );
	material.anisotropyT = tbn[ 0 ] * anisotropyV.x + tbn[ 1 ] * anisotropyV.y;
	material.anisotropyB = tbn[ 1 ] * anisotropyV.x - tbn[ 0 ] * anisotropyV.y;
#endif`,bv=`uniform sampler2D dfgLUT;
struct PhysicalMaterial {
	vec3 diffuseColor;
	vec3 diffuseContribution;
	vec3 specularColor;
	vec3 specularColorBlended;
	float roughness;
	float metalness;
	float specularF90;
	float dispersion;
	vec2 dfg;
	vec3 multiScatteringCompensation;
	#ifdef USE_DIFFUSE_ROUGHNESS
		float diffuseRoughness;
	#endif
	#ifdef USE_RETROREFLECTION
		float retroreflectivity;
	#endif
	#ifdef USE_CLEARCOAT
		float clearcoat;
		float clearcoatRoughness;
		vec3 clearcoatF0;
		float clearcoatF90;
	#endif
	#ifdef USE_IRIDESCENCE
		float iridescence;
		float iridescenceIOR;
		float iridescenceThickness;
		vec3 iridescenceFresnel;
		vec3 iridescenceF0Dielectric;
		vec3 iridescenceF0Metallic;
	#endif
	#ifdef USE_SHEEN
		vec3 sheenColor;
		float sheenRoughness;
	#endif
	#ifdef IOR
		float ior;
	#endif
	#ifdef USE_TRANSMISSION
		float transmission;
		float transmissionAlpha;
		float thickness;
		float attenuationDistance;
		vec3 attenuationColor;
	#endif
	#ifdef USE_ANISOTROPY
		float anisotropy;
		float alphaT;
		vec3 anisotropyT;
		vec3 anisotropyB;
	#endif
};
vec3 clearcoatSpecularDirect = vec3( 0.0 );
vec3 clearcoatSpecularIndirect = vec3( 0.0 );
vec3 sheenSpecularDirect = vec3( 0.0 );
vec3 sheenSpecularIndirect = vec3(0.0 );
vec3 Schlick_to_F0( const in vec3 f, const in float f90, const in float dotVH ) {
    float x = clamp( 1.0 - dotVH, 0.0, 1.0 );
    float x2 = x * x;
    float x5 = clamp( x * x2 * x2, 0.0, 0.9999 );
    return ( f - vec3( f90 ) * x5 ) / ( 1.0 - x5 );
}
#ifdef USE_DIFFUSE_ROUGHNESS
	const float EON_EPSILON = 1e-7;
	float FON_DirectionalAlbedo( const in float mu, const in float roughness, const in float A ) {
		float muComp = 1.0 - mu;
		float gOverPi = muComp * ( 0.0571085289 + muComp * ( 0.491881867 + muComp * ( - 0.332181442 + muComp * 0.0714429953 ) ) );
		return A * ( 1.0 + roughness * gOverPi );
	}
	vec3 BRDF_EON( const in vec3 lightDir, const in vec3 viewDir, const in vec3 normal, const in vec3 diffuseColor, const in float roughness ) {
		vec3 rho = saturate( diffuseColor );
		if ( roughness <= EON_EPSILON ) return BRDF_Lambert( rho );
		float dotNL = saturate( dot( normal, lightDir ) );
		float dotNV = saturate( dot( normal, viewDir ) );
		float s = dot( lightDir, viewDir ) - dotNL * dotNV;
		float sOverT = ( s > 0.0 ) ? s / max( max( dotNL, dotNV ), EON_EPSILON ) : s;
		float A = 1.0 / ( 1.0 + ( 0.5 - 2.0 / ( 3.0 * PI ) ) * roughness );
		vec3 singleScatter = rho * RECIPROCAL_PI * A * ( 1.0 + roughness * sOverT );
		float averageAlbedo = A * ( 1.0 + ( 2.0 / 3.0 - 28.0 / ( 15.0 * PI ) ) * roughness );
		float albedoV = FON_DirectionalAlbedo( dotNV, roughness, A );
		float albedoL = FON_DirectionalAlbedo( dotNL, roughness, A );
		vec3 rhoMultiScatter = rho * rho * averageAlbedo / max( vec3( EON_EPSILON ), vec3( 1.0 ) - rho * ( 1.0 - averageAlbedo ) );
		vec3 multiScatter = rhoMultiScatter * RECIPROCAL_PI
			* max( EON_EPSILON, 1.0 - albedoV )
			* max( EON_EPSILON, 1.0 - albedoL )
			/ max( EON_EPSILON, 1.0 - averageAlbedo );
		return singleScatter + multiScatter;
	}
	vec3 EON_DirectionalAlbedo( const in vec3 diffuseColor, const in float roughness, const in float dotNV ) {
		vec3 rho = saturate( diffuseColor );
		if ( roughness <= EON_EPSILON ) return rho;
		float A = 1.0 / ( 1.0 + ( 0.5 - 2.0 / ( 3.0 * PI ) ) * roughness );
		float directionalAlbedo = FON_DirectionalAlbedo( dotNV, roughness, A );
		float averageAlbedo = A * ( 1.0 + ( 2.0 / 3.0 - 28.0 / ( 15.0 * PI ) ) * roughness );
		vec3 rhoMultiScatter = rho * rho * averageAlbedo / max( vec3( EON_EPSILON ), vec3( 1.0 ) - rho * ( 1.0 - averageAlbedo ) );
		return rho * directionalAlbedo + rhoMultiScatter * ( 1.0 - directionalAlbedo );
	}
#endif
float V_GGX_SmithCorrelated( const in float alpha, const in float dotNL, const in float dotNV ) {
	float a2 = pow2( alpha );
	float gv = dotNL * sqrt( a2 + ( 1.0 - a2 ) * pow2( dotNV ) );
	float gl = dotNV * sqrt( a2 + ( 1.0 - a2 ) * pow2( dotNL ) );
	return 0.5 / max( gv + gl, EPSILON );
}
float D_GGX( const in float alpha, const in float dotNH ) {
	float a2 = pow2( alpha );
	float denom = pow2( dotNH ) * ( a2 - 1.0 ) + 1.0;
	return RECIPROCAL_PI * a2 / pow2( denom );
}
#ifdef USE_ANISOTROPY
	float V_GGX_SmithCorrelated_Anisotropic( const in float alphaT, const in float alphaB, const in float dotTV, const in float dotBV, const in float dotTL, const in float dotBL, const in float dotNV, const in float dotNL ) {
		float gv = dotNL * length( vec3( alphaT * dotTV, alphaB * dotBV, dotNV ) );
		float gl = dotNV * length( vec3( alphaT * dotTL, alphaB * dotBL, dotNL ) );
		return 0.5 / max( gv + gl, EPSILON );
	}
	float D_GGX_Anisotropic( const in float alphaT, const in float alphaB, const in float dotNH, const in float dotTH, const in float dotBH ) {
		float a2 = alphaT * alphaB;
		highp vec3 v = vec3( alphaB * dotTH, alphaT * dotBH, a2 * dotNH );
		highp float v2 = dot( v, v );
		float w2 = a2 / v2;
		return RECIPROCAL_PI * a2 * pow2 ( w2 );
	}
#endif
#ifdef USE_CLEARCOAT
	vec3 BRDF_GGX_Clearcoat( const in vec3 lightDir, const in vec3 viewDir, const in vec3 normal, const in PhysicalMaterial material) {
		vec3 f0 = material.clearcoatF0;
		float f90 = material.clearcoatF90;
		float roughness = max( material.clearcoatRoughness, 0.045 );
		float alpha = pow2( roughness );
		vec3 halfDir = normalize( lightDir + viewDir );
		float dotNL = saturate( dot( normal, lightDir ) );
		float dotNV = saturate( dot( normal, viewDir ) );
		float dotNH = saturate( dot( normal, halfDir ) );
		float dotVH = saturate( dot( viewDir, halfDir ) );
		vec3 F = F_Schlick( f0, f90, dotVH );
		float V = V_GGX_SmithCorrelated( alpha, dotNL, dotNV );
		float D = D_GGX( alpha, dotNH );
		return F * ( V * D );
	}
#endif
vec3 BRDF_GGX( const in vec3 lightDir, const in vec3 viewDir, const in vec3 normal, const in PhysicalMaterial material ) {
	vec3 f0 = material.specularColorBlended;
	float f90 = material.specularF90;
	float roughness = max( material.roughness, 0.045 );
	float alpha = pow2( roughness );
	vec3 halfDir = normalize( lightDir + viewDir );
	float dotNL = saturate( dot( normal, lightDir ) );
	float dotNV = saturate( dot( normal, viewDir ) );
	float dotNH = saturate( dot( normal, halfDir ) );
	float dotVH = saturate( dot( viewDir, halfDir ) );
	vec3 F = F_Schlick( f0, f90, dotVH );
	#ifdef USE_IRIDESCENCE
		F = mix( F, material.iridescenceFresnel, material.iridescence );
	#endif
	#ifdef USE_ANISOTROPY
		float dotTL = dot( material.anisotropyT, lightDir );
		float dotTV = dot( material.anisotropyT, viewDir );
		float dotTH = dot( material.anisotropyT, halfDir );
		float dotBL = dot( material.anisotropyB, lightDir );
		float dotBV = dot( material.anisotropyB, viewDir );
		float dotBH = dot( material.anisotropyB, halfDir );
		float alphaT = max( material.alphaT, alpha );
		float V = V_GGX_SmithCorrelated_Anisotropic( alphaT, alpha, dotTV, dotBV, dotTL, dotBL, dotNV, dotNL );
		float D = D_GGX_Anisotropic( alphaT, alpha, dotNH, dotTH, dotBH );
	#else
		float V = V_GGX_SmithCorrelated( alpha, dotNL, dotNV );
		float D = D_GGX( alpha, dotNH );
	#endif
	return F * ( V * D );
}
vec2 LTC_Uv( const in vec3 N, const in vec3 V, const in float roughness ) {
	const float LUT_SIZE = 64.0;
	const float LUT_SCALE = ( LUT_SIZE - 1.0 ) / LUT_SIZE;
	const float LUT_BIAS = 0.5 / LUT_SIZE;
	float dotNV = saturate( dot( N, V ) );
	vec2 uv = vec2( roughness, sqrt( 1.0 - dotNV ) );
	uv = uv * LUT_SCALE + LUT_BIAS;
	return uv;
}
float LTC_ClippedSphereFormFactor( const in vec3 f ) {
	float l = length( f );
	return max( ( l * l + f.z ) / ( l + 1.0 ), 0.0 );
}
vec3 LTC_EdgeVectorFormFactor( const in vec3 v1, const in vec3 v2 ) {
	float x = dot( v1, v2 );
	float y = abs( x );
	float a = 0.8543985 + ( 0.4965155 + 0.0145206 * y ) * y;
	float b = 3.4175940 + ( 4.1616724 + y ) * y;
	float v = a / b;
	float theta_sintheta = ( x > 0.0 ) ? v : 0.5 * inversesqrt( max( 1.0 - x * x, 1e-7 ) ) - v;
	return cross( v1, v2 ) * theta_sintheta;
}
vec3 LTC_Evaluate( const in vec3 N, const in vec3 V, const in vec3 P, const in mat3 mInv, const in vec3 rectCoords[ 4 ] ) {
	vec3 v1 = rectCoords[ 1 ] - rectCoords[ 0 ];
	vec3 v2 = rectCoords[ 3 ] - rectCoords[ 0 ];
	vec3 lightNormal = cross( v1, v2 );
	if( dot( lightNormal, P - rectCoords[ 0 ] ) < 0.0 ) return vec3( 0.0 );
	vec3 T1, T2;
	T1 = normalize( V - N * dot( V, N ) );
	T2 = - cross( N, T1 );
	mat3 mat = mInv * transpose( mat3( T1, T2, N ) );
	vec3 coords[ 4 ];
	coords[ 0 ] = mat * ( rectCoords[ 0 ] - P );
	coords[ 1 ] = mat * ( rectCoords[ 1 ] - P );
	coords[ 2 ] = mat * ( rectCoords[ 2 ] - P );
	coords[ 3 ] = mat * ( rectCoords[ 3 ] - P );
	coords[ 0 ] = normalize( coords[ 0 ] );
	coords[ 1 ] = normalize( coords[ 1 ] );
	coords[ 2 ] = normalize( coords[ 2 ] );
	coords[ 3 ] = normalize( coords[ 3 ] );
	vec3 vectorFormFactor = vec3( 0.0 );
	vectorFormFactor += LTC_EdgeVectorFormFactor( coords[ 0 ], coords[ 1 ] );
	vectorFormFactor += LTC_EdgeVectorFormFactor( coords[ 1 ], coords[ 2 ] );
	vectorFormFactor += LTC_EdgeVectorFormFactor( coords[ 2 ], coords[ 3 ] );
	vectorFormFactor += LTC_EdgeVectorFormFactor( coords[ 3 ], coords[ 0 ] );
	float result = LTC_ClippedSphereFormFactor( vectorFormFactor );
	return vec3( result );
}
#if defined( USE_SHEEN )
float D_Charlie( float roughness, float dotNH ) {
	float alpha = pow2( roughness );
	float invAlpha = 1.0 / alpha;
	float cos2h = dotNH * dotNH;
	float sin2h = max( 1.0 - cos2h, 0.0078125 );
	return ( 2.0 + invAlpha ) * pow( sin2h, invAlpha * 0.5 ) / ( 2.0 * PI );
}
float V_Neubelt( float dotNV, float dotNL ) {
	return saturate( 1.0 / ( 4.0 * ( dotNL + dotNV - dotNL * dotNV ) ) );
}
vec3 BRDF_Sheen( const in vec3 lightDir, const in vec3 viewDir, const in vec3 normal, vec3 sheenColor, const in float sheenRoughness ) {
	vec3 halfDir = normalize( lightDir + viewDir );
	float dotNL = saturate( dot( normal, lightDir ) );
	float dotNV = saturate( dot( normal, viewDir ) );
	float dotNH = saturate( dot( normal, halfDir ) );
	float D = D_Charlie( sheenRoughness, dotNH );
	float V = V_Neubelt( dotNV, dotNL );
	return sheenColor * ( D * V );
}
#endif
float IBLSheenBRDF( const in vec3 normal, const in vec3 viewDir, const in float roughness ) {
	float dotNV = saturate( dot( normal, viewDir ) );
	float r2 = roughness * roughness;
	float rInv = 1.0 / ( roughness + 0.1 );
	float a = -1.9362 + 1.0678 * roughness + 0.4573 * r2 - 0.8469 * rInv;
	float b = -0.6014 + 0.5538 * roughness - 0.4670 * r2 - 0.1255 * rInv;
	float DG = exp( a * dotNV + b );
	return saturate( DG );
}
vec3 EnvironmentBRDF( const in vec3 normal, const in vec3 viewDir, const in vec3 specularColor, const in float specularF90, const in float roughness ) {
	float dotNV = saturate( dot( normal, viewDir ) );
	vec2 fab = texture2D( dfgLUT, vec2( roughness, dotNV ) ).rg;
	return specularColor * fab.x + specularF90 * fab.y;
}
#ifdef USE_IRIDESCENCE
void computeMultiscatteringIridescence( const in vec2 fab, const in vec3 specularColor, const in float specularF90, const in float iridescence, const in vec3 iridescenceF0, inout vec3 singleScatter, inout vec3 multiScatter ) {
#else
void computeMultiscattering( const in vec2 fab, const in vec3 specularColor, const in float specularF90, inout vec3 singleScatter, inout vec3 multiScatter ) {
#endif
	#ifdef USE_IRIDESCENCE
		vec3 Fr = mix( specularColor, iridescenceF0, iridescence );
	#else
		vec3 Fr = specularColor;
	#endif
	vec3 FssEss = Fr * fab.x + specularF90 * fab.y;
	float Ess = fab.x + fab.y;
	float Ems = 1.0 - Ess;
	vec3 Favg = Fr + ( 1.0 - Fr ) * 0.047619;	vec3 Fms = FssEss * Favg / ( 1.0 - Ems * Favg );
	singleScatter += FssEss;
	multiScatter += Fms * Ems;
}
#if NUM_RECT_AREA_LIGHTS > 0
	void RE_Direct_RectArea_Physical( const in RectAreaLight rectAreaLight, const in vec3 geometryPosition, const in vec3 geometryNormal, const in vec3 geometryViewDir, const in vec3 geometryClearcoatNormal, const in PhysicalMaterial material, inout ReflectedLight reflectedLight ) {
		vec3 normal = geometryNormal;
		vec3 viewDir = geometryViewDir;
		vec3 position = geometryPosition;
		vec3 lightPos = rectAreaLight.position;
		vec3 halfWidth = rectAreaLight.halfWidth;
		vec3 halfHeight = rectAreaLight.halfHeight;
		vec3 lightColor = rectAreaLight.color;
		float roughness = material.roughness;
		vec3 rectCoords[ 4 ];
		rectCoords[ 0 ] = lightPos + halfWidth - halfHeight;		rectCoords[ 1 ] = lightPos - halfWidth - halfHeight;
		rectCoords[ 2 ] = lightPos - halfWidth + halfHeight;
		rectCoords[ 3 ] = lightPos + halfWidth + halfHeight;
		vec2 uv = LTC_Uv( normal, viewDir, roughness );
		vec4 t1 = texture2D( ltc_1, uv );
		vec4 t2 = texture2D( ltc_2, uv );
		mat3 mInv = mat3(
			vec3( t1.x, 0, t1.y ),
			vec3(    0, 1,    0 ),
			vec3( t1.z, 0, t1.w )
		);
		vec3 fresnel = ( material.specularColorBlended * t2.x + ( material.specularF90 - material.specularColorBlended ) * t2.y );
		reflectedLight.directSpecular += lightColor * fresnel * LTC_Evaluate( normal, viewDir, position, mInv, rectCoords );
		reflectedLight.directDiffuse += lightColor * material.diffuseContribution * LTC_Evaluate( normal, viewDir, position, mat3( 1.0 ), rectCoords );
		#ifdef USE_CLEARCOAT
			vec3 Ncc = geometryClearcoatNormal;
			vec2 uvClearcoat = LTC_Uv( Ncc, viewDir, material.clearcoatRoughness );
			vec4 t1Clearcoat = texture2D( ltc_1, uvClearcoat );
			vec4 t2Clearcoat = texture2D( ltc_2, uvClearcoat );
			mat3 mInvClearcoat = mat3(
				vec3( t1Clearcoat.x, 0, t1Clearcoat.y ),
				vec3(             0, 1,             0 ),
				vec3( t1Clearcoat.z, 0, t1Clearcoat.w )
			);
			vec3 fresnelClearcoat = material.clearcoatF0 * t2Clearcoat.x + ( material.clearcoatF90 - material.clearcoatF0 ) * t2Clearcoat.y;
			clearcoatSpecularDirect += lightColor * fresnelClearcoat * LTC_Evaluate( Ncc, viewDir, position, mInvClearcoat, rectCoords );
		#endif
	}
#endif
void RE_Direct_Physical( const in IncidentLight directLight, const in vec3 geometryPosition, const in vec3 geometryNormal, const in vec3 geometryViewDir, const in vec3 geometryClearcoatNormal, const in PhysicalMaterial material, inout ReflectedLight reflectedLight ) {
	float dotNL = saturate( dot( geometryNormal, directLight.direction ) );
	vec3 irradiance = dotNL * directLight.color;
	#ifdef USE_CLEARCOAT
		float dotNLcc = saturate( dot( geometryClearcoatNormal, directLight.direction ) );
		vec3 ccIrradiance = dotNLcc * directLight.color;
		clearcoatSpecularDirect += ccIrradiance * BRDF_GGX_Clearcoat( directLight.direction, geometryViewDir, geometryClearcoatNormal, material );
	#endif
	#ifdef USE_SHEEN
 
 		sheenSpecularDirect += irradiance * BRDF_Sheen( directLight.direction, geometryViewDir, geometryNormal, material.sheenColor, material.sheenRoughness );
 
 		float sheenAlbedoV = IBLSheenBRDF( geometryNormal, geometryViewDir, material.sheenRoughness );
 		float sheenAlbedoL = IBLSheenBRDF( geometryNormal, directLight.direction, material.sheenRoughness );
 
 		float sheenEnergyComp = 1.0 - max3( material.sheenColor ) * max( sheenAlbedoV, sheenAlbedoL );
 
 		irradiance *= sheenEnergyComp;
 
 	#endif
	vec3 specularBRDF = BRDF_GGX( directLight.direction, geometryViewDir, geometryNormal, material );
	#ifdef USE_RETROREFLECTION
		vec3 retroViewDir = reflect( - geometryViewDir, geometryNormal );
		vec3 retroSpecularBRDF = BRDF_GGX( directLight.direction, retroViewDir, geometryNormal, material );
		specularBRDF = mix( specularBRDF, retroSpecularBRDF, saturate( material.retroreflectivity ) );
	#endif
	reflectedLight.directSpecular += irradiance * specularBRDF * material.multiScatteringCompensation;
	vec3 halfDir = normalize( directLight.direction + geometryViewDir );
	float dotVH = saturate( dot( geometryViewDir, halfDir ) );
	vec3 F = F_Schlick( material.specularColor, material.specularF90, dotVH );
	#ifdef USE_RETROREFLECTION
		vec3 retroHalfDir = normalize( directLight.direction + retroViewDir );
		float dotRetroVH = saturate( dot( retroViewDir, retroHalfDir ) );
		vec3 retroF = F_Schlick( material.specularColor, material.specularF90, dotRetroVH );
		F = mix( F, retroF, saturate( material.retroreflectivity ) );
	#endif
	#ifdef USE_DIFFUSE_ROUGHNESS
		vec3 diffuseBRDF = BRDF_EON( directLight.direction, geometryViewDir, geometryNormal, material.diffuseColor, material.diffuseRoughness ) * ( 1.0 - material.metalness );
	#else
		vec3 diffuseBRDF = BRDF_Lambert( material.diffuseContribution );
	#endif
	reflectedLight.directDiffuse += irradiance * diffuseBRDF * ( 1.0 - F );
}
void RE_IndirectDiffuse_Physical( const in vec3 irradiance, const in vec3 geometryPosition, const in vec3 geometryNormal, const in vec3 geometryViewDir, const in vec3 geometryClearcoatNormal, const in PhysicalMaterial material, inout ReflectedLight reflectedLight ) {
	vec3 singleScattering = vec3( 0.0 );
	vec3 multiScattering = vec3( 0.0 );
	#ifdef USE_IRIDESCENCE
		computeMultiscatteringIridescence( material.dfg, material.specularColor, material.specularF90, material.iridescence, material.iridescenceF0Dielectric, singleScattering, multiScattering );
	#else
		computeMultiscattering( material.dfg, material.specularColor, material.specularF90, singleScattering, multiScattering );
	#endif
	#ifdef USE_DIFFUSE_ROUGHNESS
		float dotNV = saturate( dot( geometryNormal, geometryViewDir ) );
		vec3 diffuseAlbedo = EON_DirectionalAlbedo( material.diffuseColor, material.diffuseRoughness, dotNV ) * ( 1.0 - material.metalness );
		vec3 diffuse = irradiance * RECIPROCAL_PI * diffuseAlbedo * ( 1.0 - singleScattering - multiScattering );
	#else
		vec3 diffuse = irradiance * BRDF_Lambert( material.diffuseContribution ) * ( 1.0 - singleScattering - multiScattering );
	#endif
	#ifdef USE_SHEEN
		float sheenAlbedo = IBLSheenBRDF( geometryNormal, geometryViewDir, material.sheenRoughness );
		sheenSpecularIndirect += irradiance * material.sheenColor * sheenAlbedo * RECIPROCAL_PI;
		float sheenEnergyComp = 1.0 - max3( material.sheenColor ) * sheenAlbedo;
		diffuse *= sheenEnergyComp;
	#endif
	reflectedLight.indirectDiffuse += diffuse;
}
void RE_IndirectSpecular_Physical( const in vec3 radiance, const in vec3 irradiance, const in vec3 clearcoatRadiance, const in vec3 geometryPosition, const in vec3 geometryNormal, const in vec3 geometryViewDir, const in vec3 geometryClearcoatNormal, const in PhysicalMaterial material, inout ReflectedLight reflectedLight) {
	#ifdef USE_CLEARCOAT
		clearcoatSpecularIndirect += clearcoatRadiance * EnvironmentBRDF( geometryClearcoatNormal, geometryViewDir, material.clearcoatF0, material.clearcoatF90, material.clearcoatRoughness );
	#endif
	#ifdef USE_SHEEN
		sheenSpecularIndirect += irradiance * material.sheenColor * IBLSheenBRDF( geometryNormal, geometryViewDir, material.sheenRoughness ) * RECIPROCAL_PI;
 	#endif
	vec3 singleScatteringDielectric = vec3( 0.0 );
	vec3 multiScatteringDielectric = vec3( 0.0 );
	vec3 singleScatteringMetallic = vec3( 0.0 );
	vec3 multiScatteringMetallic = vec3( 0.0 );
	#ifdef USE_IRIDESCENCE
		computeMultiscatteringIridescence( material.dfg, material.specularColor, material.specularF90, material.iridescence, material.iridescenceF0Dielectric, singleScatteringDielectric, multiScatteringDielectric );
		computeMultiscatteringIridescence( material.dfg, material.diffuseColor, material.specularF90, material.iridescence, material.iridescenceF0Metallic, singleScatteringMetallic, multiScatteringMetallic );
	#else
		computeMultiscattering( material.dfg, material.specularColor, material.specularF90, singleScatteringDielectric, multiScatteringDielectric );
		computeMultiscattering( material.dfg, material.diffuseColor, material.specularF90, singleScatteringMetallic, multiScatteringMetallic );
	#endif
	vec3 singleScattering = mix( singleScatteringDielectric, singleScatteringMetallic, material.metalness );
	vec3 multiScattering = mix( multiScatteringDielectric, multiScatteringMetallic, material.metalness );
	vec3 totalScatteringDielectric = singleScatteringDielectric + multiScatteringDielectric;
	#ifdef USE_DIFFUSE_ROUGHNESS
		float dotNV = saturate( dot( geometryNormal, geometryViewDir ) );
		vec3 diffuse = EON_DirectionalAlbedo( material.diffuseColor, material.diffuseRoughness, dotNV ) * ( 1.0 - material.metalness ) * ( 1.0 - totalScatteringDielectric );
	#else
		vec3 diffuse = material.diffuseContribution * ( 1.0 - totalScatteringDielectric );
	#endif
	vec3 cosineWeightedIrradiance = irradiance * RECIPROCAL_PI;
	vec3 indirectSpecular = radiance * singleScattering;
	indirectSpecular += multiScattering * cosineWeightedIrradiance;
	vec3 indirectDiffuse = diffuse * cosineWeightedIrradiance;
	#ifdef USE_SHEEN
		float sheenAlbedo = IBLSheenBRDF( geometryNormal, geometryViewDir, material.sheenRoughness );
		float sheenEnergyComp = 1.0 - max3( material.sheenColor ) * sheenAlbedo;
		indirectSpecular *= sheenEnergyComp;
		indirectDiffuse *= sheenEnergyComp;
	#endif
	reflectedLight.indirectSpecular += indirectSpecular;
	reflectedLight.indirectDiffuse += indirectDiffuse;
}
#define RE_Direct				RE_Direct_Physical
#define RE_Direct_RectArea		RE_Direct_RectArea_Physical
#define RE_IndirectDiffuse		RE_IndirectDiffuse_Physical
#define RE_IndirectSpecular		RE_IndirectSpecular_Physical
float computeSpecularOcclusion( const in float dotNV, const in float ambientOcclusion, const in float roughness ) {
	return saturate( pow( dotNV + ambientOcclusion, exp2( - 16.0 * roughness - 1.0 ) ) - 1.0 + ambientOcclusion );
}`,wv=`
vec3 geometryPosition = - vViewPosition;
vec3 geometryNormal = normal;
vec3 geometryViewDir = ( isOrthographic ) ? vec3( 0, 0, 1 ) : normalize( vViewPosition );
vec3 geometryClearcoatNormal = vec3( 0.0 );
#ifdef USE_CLEARCOAT
	geometryClearcoatNormal = clearcoatNormal;
#endif
#ifdef USE_IRIDESCENCE
	float dotNVi = saturate( dot( normal, geometryViewDir ) );
	if ( material.iridescenceThickness == 0.0 ) {
		material.iridescence = 0.0;
	} else {
		material.iridescence = saturate( material.iridescence );
	}
	if ( material.iridescence > 0.0 ) {
		vec3 iridescenceFresnelDielectric = evalIridescence( 1.0, material.iridescenceIOR, dotNVi, material.iridescenceThickness, material.specularColor );
		vec3 iridescenceFresnelMetallic = evalIridescence( 1.0, material.iridescenceIOR, dotNVi, material.iridescenceThickness, material.diffuseColor );
		material.iridescenceFresnel = mix( iridescenceFresnelDielectric, iridescenceFresnelMetallic, material.metalness );
		material.iridescenceF0Dielectric = Schlick_to_F0( iridescenceFresnelDielectric, 1.0, dotNVi );
		material.iridescenceF0Metallic = Schlick_to_F0( iridescenceFresnelMetallic, 1.0, dotNVi );
	}
#endif
#ifdef STANDARD
	float dotNVms = saturate( dot( geometryNormal, geometryViewDir ) );
	material.dfg = texture2D( dfgLUT, vec2( material.roughness, dotNVms ) ).rg;
	#if ( NUM_SUN_LIGHTS > 0 || NUM_DIR_LIGHTS > 0 || NUM_POINT_LIGHTS > 0 || NUM_SPOT_LIGHTS > 0 )
		float EssMs = material.dfg.x + material.dfg.y;
		material.multiScatteringCompensation = 1.0 + material.specularColorBlended * ( 1.0 / EssMs - 1.0 );
	#endif
#endif
IncidentLight directLight;
#if ( NUM_POINT_LIGHTS > 0 ) && defined( RE_Direct )
	PointLight pointLight;
	#if defined( USE_SHADOWMAP ) && NUM_POINT_LIGHT_SHADOWS > 0
	PointLightShadow pointLightShadow;
	#endif
	#pragma unroll_loop_start
	for ( int i = 0; i < NUM_POINT_LIGHTS; i ++ ) {
		pointLight = pointLights[ i ];
		getPointLightInfo( pointLight, geometryPosition, directLight );
		#if defined( USE_SHADOWMAP ) && ( UNROLLED_LOOP_INDEX < NUM_POINT_LIGHT_SHADOWS ) && ( defined( SHADOWMAP_TYPE_PCF ) || defined( SHADOWMAP_TYPE_BASIC ) )
		pointLightShadow = pointLightShadows[ i ];
		directLight.color *= ( directLight.visible && receiveShadow ) ? getPointShadow( pointShadowMap[ i ], pointLightShadow.shadowMapSize, pointLightShadow.shadowIntensity, pointLightShadow.shadowBias, pointLightShadow.shadowRadius, vPointShadowCoord[ i ], pointLightShadow.shadowCameraNear, pointLightShadow.shadowCameraFar ) : 1.0;
		#endif
		RE_Direct( directLight, geometryPosition, geometryNormal, geometryViewDir, geometryClearcoatNormal, material, reflectedLight );
	}
	#pragma unroll_loop_end
#endif
#if ( NUM_SPOT_LIGHTS > 0 ) && defined( RE_Direct )
	SpotLight spotLight;
	vec4 spotColor;
	vec3 spotLightCoord;
	bool inSpotLightMap;
	#if defined( USE_SHADOWMAP ) && NUM_SPOT_LIGHT_SHADOWS > 0
	SpotLightShadow spotLightShadow;
	#endif
	#pragma unroll_loop_start
	for ( int i = 0; i < NUM_SPOT_LIGHTS; i ++ ) {
		spotLight = spotLights[ i ];
		getSpotLightInfo( spotLight, geometryPosition, directLight );
		#if ( UNROLLED_LOOP_INDEX < NUM_SPOT_LIGHT_SHADOWS_WITH_MAPS )
		#define SPOT_LIGHT_MAP_INDEX UNROLLED_LOOP_INDEX
		#elif ( UNROLLED_LOOP_INDEX < NUM_SPOT_LIGHT_SHADOWS )
		#define SPOT_LIGHT_MAP_INDEX NUM_SPOT_LIGHT_MAPS
		#else
		#define SPOT_LIGHT_MAP_INDEX ( UNROLLED_LOOP_INDEX - NUM_SPOT_LIGHT_SHADOWS + NUM_SPOT_LIGHT_SHADOWS_WITH_MAPS )
		#endif
		#if ( SPOT_LIGHT_MAP_INDEX < NUM_SPOT_LIGHT_MAPS )
			spotLightCoord = vSpotLightCoord[ i ].xyz / vSpotLightCoord[ i ].w;
			inSpotLightMap = all( lessThan( abs( spotLightCoord * 2. - 1. ), vec3( 1.0 ) ) );
			spotColor = texture2D( spotLightMap[ SPOT_LIGHT_MAP_INDEX ], spotLightCoord.xy );
			directLight.color = inSpotLightMap ? directLight.color * spotColor.rgb : directLight.color;
		#endif
		#undef SPOT_LIGHT_MAP_INDEX
		#if defined( USE_SHADOWMAP ) && ( UNROLLED_LOOP_INDEX < NUM_SPOT_LIGHT_SHADOWS )
		spotLightShadow = spotLightShadows[ i ];
		directLight.color *= ( directLight.visible && receiveShadow ) ? getShadow( spotShadowMap[ i ], spotLightShadow.shadowMapSize, spotLightShadow.shadowIntensity, spotLightShadow.shadowBias, spotLightShadow.shadowRadius, vSpotLightCoord[ i ] ) : 1.0;
		#endif
		RE_Direct( directLight, geometryPosition, geometryNormal, geometryViewDir, geometryClearcoatNormal, material, reflectedLight );
	}
	#pragma unroll_loop_end
#endif
#if ( NUM_SUN_LIGHTS > 0 ) && defined( RE_Direct )
	SunLight sunLight;
	#if defined( USE_SHADOWMAP ) && NUM_SUN_LIGHT_SHADOWS > 0
	SunLightShadow sunLightShadow;
	#endif
	#pragma unroll_loop_start
	for ( int i = 0; i < NUM_SUN_LIGHTS; i ++ ) {
		sunLight = sunLights[ i ];
		getSunLightInfo( sunLight, directLight );
		#if defined( USE_SHADOWMAP ) && ( UNROLLED_LOOP_INDEX < NUM_SUN_LIGHT_SHADOWS )
		sunLightShadow = sunLightShadows[ i ];
		directLight.color *= ( directLight.visible && receiveShadow ) ? getSunShadow( sunShadowMap[ i ], sunLightShadow, UNROLLED_LOOP_INDEX ) : 1.0;
		#endif
		RE_Direct( directLight, geometryPosition, geometryNormal, geometryViewDir, geometryClearcoatNormal, material, reflectedLight );
	}
	#pragma unroll_loop_end
#endif
#if ( NUM_DIR_LIGHTS > 0 ) && defined( RE_Direct )
	DirectionalLight directionalLight;
	#if defined( USE_SHADOWMAP ) && NUM_DIR_LIGHT_SHADOWS > 0
	DirectionalLightShadow directionalLightShadow;
	#endif
	#pragma unroll_loop_start
	for ( int i = 0; i < NUM_DIR_LIGHTS; i ++ ) {
		directionalLight = directionalLights[ i ];
		getDirectionalLightInfo( directionalLight, directLight );
		#if defined( USE_SHADOWMAP ) && ( UNROLLED_LOOP_INDEX < NUM_DIR_LIGHT_SHADOWS )
		directionalLightShadow = directionalLightShadows[ i ];
		directLight.color *= ( directLight.visible && receiveShadow ) ? getShadow( directionalShadowMap[ i ], directionalLightShadow.shadowMapSize, directionalLightShadow.shadowIntensity, directionalLightShadow.shadowBias, directionalLightShadow.shadowRadius, vDirectionalShadowCoord[ i ] ) : 1.0;
		#endif
		RE_Direct( directLight, geometryPosition, geometryNormal, geometryViewDir, geometryClearcoatNormal, material, reflectedLight );
	}
	#pragma unroll_loop_end
#endif
#if ( NUM_RECT_AREA_LIGHTS > 0 ) && defined( RE_Direct_RectArea )
	RectAreaLight rectAreaLight;
	#pragma unroll_loop_start
	for ( int i = 0; i < NUM_RECT_AREA_LIGHTS; i ++ ) {
		rectAreaLight = rectAreaLights[ i ];
		RE_Direct_RectArea( rectAreaLight, geometryPosition, geometryNormal, geometryViewDir, geometryClearcoatNormal, material, reflectedLight );
	}
	#pragma unroll_loop_end
#endif
#if defined( RE_IndirectDiffuse )
	vec3 iblIrradiance = vec3( 0.0 );
	vec3 irradiance = getAmbientLightIrradiance( ambientLightColor );
	#if defined( USE_LIGHT_PROBES )
		irradiance += getLightProbeIrradiance( lightProbe, geometryNormal );
	#endif
	#if ( NUM_HEMI_LIGHTS > 0 )
		#pragma unroll_loop_start
		for ( int i = 0; i < NUM_HEMI_LIGHTS; i ++ ) {
			irradiance += getHemisphereLightIrradiance( hemisphereLights[ i ], geometryNormal );
		}
		#pragma unroll_loop_end
	#endif
	#if NUM_LIGHT_PROBE_GRIDS > 0
		vec3 probeWorldPos = ( ( vec4( geometryPosition, 1.0 ) - viewMatrix[ 3 ] ) * viewMatrix ).xyz;
		vec3 probeWorldNormal = transformNormalByInverseViewMatrix( geometryNormal, viewMatrix );
		int probeGrid = - 1;
		#pragma unroll_loop_start
		for ( int i = 0; i < NUM_LIGHT_PROBE_GRIDS; i ++ ) {
			if ( isInsideLightProbeGrid( probeWorldPos, probeWorldNormal, probesMin[ i ], probesMax[ i ], probesResolution[ i ] ) ) probeGrid = UNROLLED_LOOP_INDEX;
		}
		#pragma unroll_loop_end
		#pragma unroll_loop_start
		for ( int i = 0; i < NUM_LIGHT_PROBE_GRIDS; i ++ ) {
			if ( probeGrid == UNROLLED_LOOP_INDEX ) irradiance += getLightProbeGridIrradiance( probesSH[ i ], probesMin[ i ], probesMax[ i ], probesResolution[ i ], probeWorldPos, probeWorldNormal );
		}
		#pragma unroll_loop_end
	#endif
#endif
#if defined( RE_IndirectSpecular )
	vec3 radiance = vec3( 0.0 );
	vec3 clearcoatRadiance = vec3( 0.0 );
#endif`,Av=`#if defined( RE_IndirectDiffuse )
	#ifdef USE_LIGHTMAP
		vec4 lightMapTexel = texture2D( lightMap, vLightMapUv );
		vec3 lightMapIrradiance = lightMapTexel.rgb * lightMapIntensity;
		irradiance += lightMapIrradiance;
	#endif
	#if defined( USE_ENVMAP ) && defined( ENVMAP_TYPE_PMREM )
		#if defined( STANDARD ) || defined( LAMBERT ) || defined( PHONG )
			iblIrradiance += getIBLIrradiance( geometryNormal );
		#endif
	#endif
#endif
#if defined( USE_ENVMAP ) && defined( RE_IndirectSpecular )
	#ifdef USE_ANISOTROPY
		vec3 iblRadiance = getIBLAnisotropyRadiance( geometryViewDir, geometryNormal, material.roughness, material.anisotropyB, material.anisotropy );
	#else
		vec3 iblRadiance = getIBLRadiance( geometryViewDir, geometryNormal, material.roughness );
	#endif
	#ifdef USE_RETROREFLECTION
		#ifdef USE_ANISOTROPY
			vec3 retroIBLRadiance = getIBLAnisotropyRetroRadiance( geometryViewDir, geometryNormal, material.roughness, material.anisotropyB, material.anisotropy );
		#else
			vec3 retroIBLRadiance = getIBLRetroRadiance( geometryViewDir, geometryNormal, material.roughness );
		#endif
		iblRadiance = mix( iblRadiance, retroIBLRadiance, saturate( material.retroreflectivity ) );
	#endif
	radiance += iblRadiance;
	#ifdef USE_CLEARCOAT
		clearcoatRadiance += getIBLRadiance( geometryViewDir, geometryClearcoatNormal, material.clearcoatRoughness );
	#endif
#endif`,Tv=`#if defined( RE_IndirectDiffuse )
	#if defined( LAMBERT ) || defined( PHONG )
		irradiance += iblIrradiance;
	#endif
	RE_IndirectDiffuse( irradiance, geometryPosition, geometryNormal, geometryViewDir, geometryClearcoatNormal, material, reflectedLight );
#endif
#if defined( RE_IndirectSpecular )
	RE_IndirectSpecular( radiance, iblIrradiance, clearcoatRadiance, geometryPosition, geometryNormal, geometryViewDir, geometryClearcoatNormal, material, reflectedLight );
#endif`,Ev=`#if NUM_LIGHT_PROBE_GRIDS > 0
uniform highp sampler3D probesSH[ NUM_LIGHT_PROBE_GRIDS ];
uniform vec3 probesMin[ NUM_LIGHT_PROBE_GRIDS ];
uniform vec3 probesMax[ NUM_LIGHT_PROBE_GRIDS ];
uniform vec3 probesResolution[ NUM_LIGHT_PROBE_GRIDS ];
bool isInsideLightProbeGrid( vec3 worldPos, vec3 worldNormal, vec3 probesMin, vec3 probesMax, vec3 probesResolution ) {
	vec3 spacing = ( probesMax - probesMin ) / probesResolution;
	vec3 samplePos = worldPos + worldNormal * spacing * 0.5;
	vec3 margin = spacing * 0.01;
	return all( greaterThanEqual( samplePos, probesMin - margin ) ) && all( lessThanEqual( samplePos, probesMax + margin ) );
}
vec3 getLightProbeGridIrradiance( highp sampler3D probesSH, vec3 probesMin, vec3 probesMax, vec3 probesResolution, vec3 worldPos, vec3 worldNormal ) {
	vec3 res = probesResolution;
	vec3 gridRange = probesMax - probesMin;
	vec3 probeSpacing = gridRange / res;
	vec3 samplePos = worldPos + worldNormal * probeSpacing * 0.5;
	vec3 uvw = clamp( ( samplePos - probesMin ) / gridRange, 0.5 / res, 1.0 - 0.5 / res );
	float nz          = res.z;
	float paddedSlices = nz + 2.0;
	float atlasDepth  = 7.0 * paddedSlices;
	float uvZBase     = uvw.z * nz + 1.0;
	vec4 s0 = texture( probesSH, vec3( uvw.xy, ( uvZBase                       ) / atlasDepth ) );
	vec4 s1 = texture( probesSH, vec3( uvw.xy, ( uvZBase +       paddedSlices   ) / atlasDepth ) );
	vec4 s2 = texture( probesSH, vec3( uvw.xy, ( uvZBase + 2.0 * paddedSlices   ) / atlasDepth ) );
	vec4 s3 = texture( probesSH, vec3( uvw.xy, ( uvZBase + 3.0 * paddedSlices   ) / atlasDepth ) );
	vec4 s4 = texture( probesSH, vec3( uvw.xy, ( uvZBase + 4.0 * paddedSlices   ) / atlasDepth ) );
	vec4 s5 = texture( probesSH, vec3( uvw.xy, ( uvZBase + 5.0 * paddedSlices   ) / atlasDepth ) );
	vec4 s6 = texture( probesSH, vec3( uvw.xy, ( uvZBase + 6.0 * paddedSlices   ) / atlasDepth ) );
	vec3 c0 = s0.xyz;
	vec3 c1 = vec3( s0.w, s1.xy );
	vec3 c2 = vec3( s1.zw, s2.x );
	vec3 c3 = s2.yzw;
	vec3 c4 = s3.xyz;
	vec3 c5 = vec3( s3.w, s4.xy );
	vec3 c6 = vec3( s4.zw, s5.x );
	vec3 c7 = s5.yzw;
	vec3 c8 = s6.xyz;
	float x = worldNormal.x, y = worldNormal.y, z = worldNormal.z;
	vec3 result = c0 * 0.886227;
	result += c1 * 2.0 * 0.511664 * y;
	result += c2 * 2.0 * 0.511664 * z;
	result += c3 * 2.0 * 0.511664 * x;
	result += c4 * 2.0 * 0.429043 * x * y;
	result += c5 * 2.0 * 0.429043 * y * z;
	result += c6 * ( 0.743125 * z * z - 0.247708 );
	result += c7 * 2.0 * 0.429043 * x * z;
	result += c8 * 0.429043 * ( x * x - y * y );
	return max( result, vec3( 0.0 ) );
}
#endif`,Rv=`#if defined( USE_LOGARITHMIC_DEPTH_BUFFER )
	gl_FragDepth = vIsPerspective == 0.0 ? gl_FragCoord.z : log2( vFragDepth ) * logDepthBufFC * 0.5;
#endif`,Cv=`#if defined( USE_LOGARITHMIC_DEPTH_BUFFER )
	uniform float logDepthBufFC;
	varying float vFragDepth;
	varying float vIsPerspective;
#endif`,Pv=`#ifdef USE_LOGARITHMIC_DEPTH_BUFFER
	varying float vFragDepth;
	varying float vIsPerspective;
#endif`,Iv=`#ifdef USE_LOGARITHMIC_DEPTH_BUFFER
	vFragDepth = 1.0 + gl_Position.w;
	vIsPerspective = float( isPerspectiveMatrix( projectionMatrix ) );
#endif`,Lv=`#ifdef USE_MAP
	vec4 sampledDiffuseColor = texture2D( map, vMapUv );
	#ifdef DECODE_VIDEO_TEXTURE
		sampledDiffuseColor = sRGBTransferEOTF( sampledDiffuseColor );
	#endif
	diffuseColor *= sampledDiffuseColor;
#endif`,Dv=`#ifdef USE_MAP
	uniform sampler2D map;
#endif`,Nv=`#if defined( USE_MAP ) || defined( USE_ALPHAMAP )
	#if defined( USE_POINTS_UV )
		vec2 uv = vUv;
	#else
		vec2 uv = ( uvTransform * vec3( gl_PointCoord.x, 1.0 - gl_PointCoord.y, 1 ) ).xy;
	#endif
#endif
#ifdef USE_MAP
	diffuseColor *= texture2D( map, uv );
#endif
#ifdef USE_ALPHAMAP
	diffuseColor.a *= texture2D( alphaMap, uv ).g;
#endif`,Uv=`#if defined( USE_POINTS_UV )
	varying vec2 vUv;
#else
	#if defined( USE_MAP ) || defined( USE_ALPHAMAP )
		uniform mat3 uvTransform;
	#endif
#endif
#ifdef USE_MAP
	uniform sampler2D map;
#endif
#ifdef USE_ALPHAMAP
	uniform sampler2D alphaMap;
#endif`,Fv=`float metalnessFactor = metalness;
#ifdef USE_METALNESSMAP
	vec4 texelMetalness = texture2D( metalnessMap, vMetalnessMapUv );
	metalnessFactor *= texelMetalness.b;
#endif`,Ov=`#ifdef USE_METALNESSMAP
	uniform sampler2D metalnessMap;
#endif`,Bv=`#ifdef USE_INSTANCING_MORPH
	float morphTargetInfluences[ MORPHTARGETS_COUNT ];
	float morphTargetBaseInfluence = texelFetch( morphTexture, ivec2( 0, gl_InstanceID ), 0 ).r;
	for ( int i = 0; i < MORPHTARGETS_COUNT; i ++ ) {
		morphTargetInfluences[i] =  texelFetch( morphTexture, ivec2( i + 1, gl_InstanceID ), 0 ).r;
	}
#endif`,zv=`#if defined( USE_MORPHCOLORS )
	#if defined( USE_COLOR_ALPHA )
		vColor *= morphTargetBaseInfluence;
	#elif defined( USE_COLOR )
		vColor.rgb *= morphTargetBaseInfluence;
	#endif
	for ( int i = 0; i < MORPHTARGETS_COUNT; i ++ ) {
		#if defined( USE_COLOR_ALPHA )
			if ( morphTargetInfluences[ i ] != 0.0 ) vColor += getMorph( gl_VertexID, i, 2 ) * morphTargetInfluences[ i ];
		#elif defined( USE_COLOR )
			if ( morphTargetInfluences[ i ] != 0.0 ) vColor.rgb += getMorph( gl_VertexID, i, 2 ).rgb * morphTargetInfluences[ i ];
		#endif
	}
#endif`,kv=`#ifdef USE_MORPHNORMALS
	objectNormal *= morphTargetBaseInfluence;
	for ( int i = 0; i < MORPHTARGETS_COUNT; i ++ ) {
		if ( morphTargetInfluences[ i ] != 0.0 ) objectNormal += getMorph( gl_VertexID, i, 1 ).xyz * morphTargetInfluences[ i ];
	}
#endif`,Vv=`#ifdef USE_MORPHTARGETS
	#ifndef USE_INSTANCING_MORPH
		uniform float morphTargetBaseInfluence;
		uniform float morphTargetInfluences[ MORPHTARGETS_COUNT ];
	#endif
	uniform sampler2DArray morphTargetsTexture;
	uniform ivec2 morphTargetsTextureSize;
	vec4 getMorph( const in int vertexIndex, const in int morphTargetIndex, const in int offset ) {
		int texelIndex = vertexIndex * MORPHTARGETS_TEXTURE_STRIDE + offset;
		int y = texelIndex / morphTargetsTextureSize.x;
		int x = texelIndex - y * morphTargetsTextureSize.x;
		ivec3 morphUV = ivec3( x, y, morphTargetIndex );
		return texelFetch( morphTargetsTexture, morphUV, 0 );
	}
#endif`,Gv=`#ifdef USE_MORPHTARGETS
	transformed *= morphTargetBaseInfluence;
	for ( int i = 0; i < MORPHTARGETS_COUNT; i ++ ) {
		if ( morphTargetInfluences[ i ] != 0.0 ) transformed += getMorph( gl_VertexID, i, 0 ).xyz * morphTargetInfluences[ i ];
	}
#endif`,Hv=`float faceDirection = gl_FrontFacing ? 1.0 : - 1.0;
#ifdef FLAT_SHADED
	vec3 fdx = dFdx( vViewPosition );
	vec3 fdy = dFdy( vViewPosition );
	vec3 normal = normalize( cross( fdx, fdy ) );
#else
	vec3 normal = normalize( vNormal );
	#ifdef DOUBLE_SIDED
		normal *= faceDirection;
	#endif
#endif
#if defined( USE_NORMALMAP_TANGENTSPACE ) || defined( USE_CLEARCOAT_NORMALMAP ) || defined( USE_ANISOTROPY )
	#ifdef USE_TANGENT
		mat3 tbn = mat3( normalize( vTangent ), normalize( vBitangent ), normal );
	#else
		mat3 tbn = getTangentFrame( - vViewPosition, normal,
		#if defined( USE_NORMALMAP )
			vNormalMapUv
		#elif defined( USE_CLEARCOAT_NORMALMAP )
			vClearcoatNormalMapUv
		#else
			vUv
		#endif
		);
	#endif
	#ifdef DOUBLE_SIDED
		tbn[0] *= faceDirection;
		tbn[1] *= faceDirection;
	#endif
#endif
#ifdef USE_CLEARCOAT_NORMALMAP
	#ifdef USE_TANGENT
		mat3 tbn2 = mat3( normalize( vTangent ), normalize( vBitangent ), normal );
	#else
		mat3 tbn2 = getTangentFrame( - vViewPosition, normal, vClearcoatNormalMapUv );
	#endif
	#ifdef DOUBLE_SIDED
		tbn2[0] *= faceDirection;
		tbn2[1] *= faceDirection;
	#endif
#endif
vec3 nonPerturbedNormal = normal;`,Wv=`#ifdef USE_NORMALMAP_OBJECTSPACE
	normal = texture2D( normalMap, vNormalMapUv ).xyz * 2.0 - 1.0;
	#ifdef FLIP_SIDED
		normal = - normal;
	#endif
	#ifdef DOUBLE_SIDED
		normal = normal * faceDirection;
	#endif
	normal = normalize( normalMatrix * normal );
#elif defined( USE_NORMALMAP_TANGENTSPACE )
	vec3 mapN = texture2D( normalMap, vNormalMapUv ).xyz * 2.0 - 1.0;
	#if defined( USE_PACKED_NORMALMAP )
		mapN = vec3( mapN.xy, sqrt( saturate( 1.0 - dot( mapN.xy, mapN.xy ) ) ) );
	#endif
	mapN.xy *= normalScale;
	normal = normalize( tbn * mapN );
#elif defined( USE_BUMPMAP )
	normal = perturbNormalArb( - vViewPosition, normal, dHdxy_fwd(), faceDirection );
#endif`,Xv=`#ifndef FLAT_SHADED
	varying vec3 vNormal;
	#ifdef USE_TANGENT
		varying vec3 vTangent;
		varying vec3 vBitangent;
	#endif
#endif`,qv=`#ifndef FLAT_SHADED
	varying vec3 vNormal;
	#ifdef USE_TANGENT
		varying vec3 vTangent;
		varying vec3 vBitangent;
	#endif
#endif`,Yv=`#ifndef FLAT_SHADED
	vNormal = normalize( transformedNormal );
	#ifdef USE_TANGENT
		vTangent = normalize( transformedTangent );
		vBitangent = normalize( cross( vNormal, vTangent ) * tangent.w );
		#ifdef FLIP_SIDED
			vBitangent = - vBitangent;
		#endif
	#endif
#endif`,$v=`#ifdef USE_NORMALMAP
	uniform sampler2D normalMap;
	uniform vec2 normalScale;
#endif
#ifdef USE_NORMALMAP_OBJECTSPACE
	uniform mat3 normalMatrix;
#endif
#if ! defined ( USE_TANGENT ) && ( defined ( USE_NORMALMAP_TANGENTSPACE ) || defined ( USE_CLEARCOAT_NORMALMAP ) || defined( USE_ANISOTROPY ) )
	mat3 getTangentFrame( vec3 eye_pos, vec3 surf_norm, vec2 uv ) {
		vec3 q0 = dFdx( eye_pos.xyz );
		vec3 q1 = dFdy( eye_pos.xyz );
		vec2 st0 = dFdx( uv.st );
		vec2 st1 = dFdy( uv.st );
		vec3 N = surf_norm;
		vec3 q1perp = cross( q1, N );
		vec3 q0perp = cross( N, q0 );
		vec3 T = q1perp * st0.x + q0perp * st1.x;
		vec3 B = q1perp * st0.y + q0perp * st1.y;
		float det = max( dot( T, T ), dot( B, B ) );
		float scale = ( det == 0.0 ) ? 0.0 : inversesqrt( det );
		return mat3( T * scale, B * scale, N );
	}
#endif`,Zv=`#ifdef USE_CLEARCOAT
	vec3 clearcoatNormal = nonPerturbedNormal;
#endif`,Jv=`#ifdef USE_CLEARCOAT_NORMALMAP
	vec3 clearcoatMapN = texture2D( clearcoatNormalMap, vClearcoatNormalMapUv ).xyz * 2.0 - 1.0;
	clearcoatMapN.xy *= clearcoatNormalScale;
	clearcoatNormal = normalize( tbn2 * clearcoatMapN );
#endif`,Kv=`#ifdef USE_CLEARCOATMAP
	uniform sampler2D clearcoatMap;
#endif
#ifdef USE_CLEARCOAT_NORMALMAP
	uniform sampler2D clearcoatNormalMap;
	uniform vec2 clearcoatNormalScale;
#endif
#ifdef USE_CLEARCOAT_ROUGHNESSMAP
	uniform sampler2D clearcoatRoughnessMap;
#endif`,jv=`#ifdef USE_IRIDESCENCEMAP
	uniform sampler2D iridescenceMap;
#endif
#ifdef USE_IRIDESCENCE_THICKNESSMAP
	uniform sampler2D iridescenceThicknessMap;
#endif`,Qv=`#ifdef OPAQUE
diffuseColor.a = 1.0;
#endif
#ifdef USE_TRANSMISSION
diffuseColor.a *= material.transmissionAlpha;
#endif
gl_FragColor = vec4( outgoingLight, diffuseColor.a );`,tS=`vec3 packNormalToRGB( const in vec3 normal ) {
	return normalize( normal ) * 0.5 + 0.5;
}
vec3 unpackRGBToNormal( const in vec3 rgb ) {
	return 2.0 * rgb.xyz - 1.0;
}
const float PackUpscale = 256. / 255.;const float UnpackDownscale = 255. / 256.;const float ShiftRight8 = 1. / 256.;
const float Inv255 = 1. / 255.;
const vec4 PackFactors = vec4( 1.0, 256.0, 256.0 * 256.0, 256.0 * 256.0 * 256.0 );
const vec2 UnpackFactors2 = vec2( UnpackDownscale, 1.0 / PackFactors.g );
const vec3 UnpackFactors3 = vec3( UnpackDownscale / PackFactors.rg, 1.0 / PackFactors.b );
const vec4 UnpackFactors4 = vec4( UnpackDownscale / PackFactors.rgb, 1.0 / PackFactors.a );
vec4 packDepthToRGBA( const in float v ) {
	if( v <= 0.0 )
		return vec4( 0., 0., 0., 0. );
	if( v >= 1.0 )
		return vec4( 1., 1., 1., 1. );
	float vuf;
	float af = modf( v * PackFactors.a, vuf );
	float bf = modf( vuf * ShiftRight8, vuf );
	float gf = modf( vuf * ShiftRight8, vuf );
	return vec4( vuf * Inv255, gf * PackUpscale, bf * PackUpscale, af );
}
vec3 packDepthToRGB( const in float v ) {
	if( v <= 0.0 )
		return vec3( 0., 0., 0. );
	if( v >= 1.0 )
		return vec3( 1., 1., 1. );
	float vuf;
	float bf = modf( v * PackFactors.b, vuf );
	float gf = modf( vuf * ShiftRight8, vuf );
	return vec3( vuf * Inv255, gf * PackUpscale, bf );
}
vec2 packDepthToRG( const in float v ) {
	if( v <= 0.0 )
		return vec2( 0., 0. );
	if( v >= 1.0 )
		return vec2( 1., 1. );
	float vuf;
	float gf = modf( v * 256., vuf );
	return vec2( vuf * Inv255, gf );
}
float unpackRGBAToDepth( const in vec4 v ) {
	return dot( v, UnpackFactors4 );
}
float unpackRGBToDepth( const in vec3 v ) {
	return dot( v, UnpackFactors3 );
}
float unpackRGToDepth( const in vec2 v ) {
	return v.r * UnpackFactors2.r + v.g * UnpackFactors2.g;
}
vec4 pack2HalfToRGBA( const in vec2 v ) {
	vec4 r = vec4( v.x, fract( v.x * 255.0 ), v.y, fract( v.y * 255.0 ) );
	return vec4( r.x - r.y / 255.0, r.y, r.z - r.w / 255.0, r.w );
}
vec2 unpackRGBATo2Half( const in vec4 v ) {
	return vec2( v.x + ( v.y / 255.0 ), v.z + ( v.w / 255.0 ) );
}
float viewZToOrthographicDepth( const in float viewZ, const in float near, const in float far ) {
	return ( viewZ + near ) / ( near - far );
}
float orthographicDepthToViewZ( const in float depth, const in float near, const in float far ) {
	#ifdef USE_REVERSED_DEPTH_BUFFER
	
		return depth * ( far - near ) - far;
	#else
		return depth * ( near - far ) - near;
	#endif
}
float viewZToPerspectiveDepth( const in float viewZ, const in float near, const in float far ) {
	return ( ( near + viewZ ) * far ) / ( ( far - near ) * viewZ );
}
float perspectiveDepthToViewZ( const in float depth, const in float near, const in float far ) {
	
	#ifdef USE_REVERSED_DEPTH_BUFFER
		return ( near * far ) / ( ( near - far ) * depth - near );
	#else
		return ( near * far ) / ( ( far - near ) * depth - far );
	#endif
}`,eS=`#ifdef PREMULTIPLIED_ALPHA
	gl_FragColor.rgb *= gl_FragColor.a;
#endif`,nS=`vec4 mvPosition = vec4( transformed, 1.0 );
#ifdef USE_BATCHING
	mvPosition = batchingMatrix * mvPosition;
#endif
#ifdef USE_INSTANCING
	mvPosition = instanceMatrix * mvPosition;
#endif
mvPosition = modelViewMatrix * mvPosition;
gl_Position = projectionMatrix * mvPosition;`,iS=`#ifdef DITHERING
	gl_FragColor.rgb = dithering( gl_FragColor.rgb );
#endif`,sS=`#ifdef DITHERING
	vec3 dithering( vec3 color ) {
		float grid_position = rand( gl_FragCoord.xy );
		vec3 dither_shift_RGB = vec3( 0.25 / 255.0, -0.25 / 255.0, 0.25 / 255.0 );
		dither_shift_RGB = mix( 2.0 * dither_shift_RGB, -2.0 * dither_shift_RGB, grid_position );
		return color + dither_shift_RGB;
	}
#endif`,rS=`float roughnessFactor = roughness;
#ifdef USE_ROUGHNESSMAP
	vec4 texelRoughness = texture2D( roughnessMap, vRoughnessMapUv );
	roughnessFactor *= texelRoughness.g;
#endif`,oS=`#ifdef USE_ROUGHNESSMAP
	uniform sampler2D roughnessMap;
#endif`,aS=`#if NUM_SPOT_LIGHT_COORDS > 0
	varying vec4 vSpotLightCoord[ NUM_SPOT_LIGHT_COORDS ];
#endif
#if NUM_SPOT_LIGHT_MAPS > 0
	uniform sampler2D spotLightMap[ NUM_SPOT_LIGHT_MAPS ];
#endif
#ifdef USE_SHADOWMAP
	#if NUM_SUN_LIGHT_SHADOWS > 0
		#define SUN_LIGHT_CASCADES 2
		#if defined( SHADOWMAP_TYPE_PCF )
			uniform sampler2DShadow sunShadowMap[ NUM_SUN_LIGHT_SHADOWS ];
		#else
			uniform sampler2D sunShadowMap[ NUM_SUN_LIGHT_SHADOWS ];
		#endif
		uniform mat4 sunShadowMatrix[ NUM_SUN_LIGHT_SHADOWS * SUN_LIGHT_CASCADES ];
		uniform vec4 sunShadowCascade[ NUM_SUN_LIGHT_SHADOWS * SUN_LIGHT_CASCADES ];
		varying vec4 vSunShadowWorldPosition;
		varying vec3 vSunShadowWorldNormal;
		struct SunLightShadow {
			float shadowIntensity;
			float shadowBias;
			float shadowNormalBias;
			float shadowRadius;
			vec2 shadowMapSize;
		};
		uniform SunLightShadow sunLightShadows[ NUM_SUN_LIGHT_SHADOWS ];
	#endif
	#if NUM_DIR_LIGHT_SHADOWS > 0
		#if defined( SHADOWMAP_TYPE_PCF )
			uniform sampler2DShadow directionalShadowMap[ NUM_DIR_LIGHT_SHADOWS ];
		#else
			uniform sampler2D directionalShadowMap[ NUM_DIR_LIGHT_SHADOWS ];
		#endif
		varying vec4 vDirectionalShadowCoord[ NUM_DIR_LIGHT_SHADOWS ];
		struct DirectionalLightShadow {
			float shadowIntensity;
			float shadowBias;
			float shadowNormalBias;
			float shadowRadius;
			vec2 shadowMapSize;
		};
		uniform DirectionalLightShadow directionalLightShadows[ NUM_DIR_LIGHT_SHADOWS ];
	#endif
	#if NUM_SPOT_LIGHT_SHADOWS > 0
		#if defined( SHADOWMAP_TYPE_PCF )
			uniform sampler2DShadow spotShadowMap[ NUM_SPOT_LIGHT_SHADOWS ];
		#else
			uniform sampler2D spotShadowMap[ NUM_SPOT_LIGHT_SHADOWS ];
		#endif
		struct SpotLightShadow {
			float shadowIntensity;
			float shadowBias;
			float shadowNormalBias;
			float shadowRadius;
			vec2 shadowMapSize;
		};
		uniform SpotLightShadow spotLightShadows[ NUM_SPOT_LIGHT_SHADOWS ];
	#endif
	#if NUM_POINT_LIGHT_SHADOWS > 0
		#if defined( SHADOWMAP_TYPE_PCF )
			uniform samplerCubeShadow pointShadowMap[ NUM_POINT_LIGHT_SHADOWS ];
		#elif defined( SHADOWMAP_TYPE_BASIC )
			uniform samplerCube pointShadowMap[ NUM_POINT_LIGHT_SHADOWS ];
		#endif
		varying vec4 vPointShadowCoord[ NUM_POINT_LIGHT_SHADOWS ];
		struct PointLightShadow {
			float shadowIntensity;
			float shadowBias;
			float shadowNormalBias;
			float shadowRadius;
			vec2 shadowMapSize;
			float shadowCameraNear;
			float shadowCameraFar;
		};
		uniform PointLightShadow pointLightShadows[ NUM_POINT_LIGHT_SHADOWS ];
	#endif
	#if defined( SHADOWMAP_TYPE_PCF )
		float interleavedGradientNoise( vec2 position ) {
			return fract( 52.9829189 * fract( dot( position, vec2( 0.06711056, 0.00583715 ) ) ) );
		}
		vec2 vogelDiskSample( int sampleIndex, int samplesCount, float phi ) {
			const float goldenAngle = 2.399963229728653;
			float r = sqrt( ( float( sampleIndex ) + 0.5 ) / float( samplesCount ) );
			float theta = float( sampleIndex ) * goldenAngle + phi;
			return vec2( cos( theta ), sin( theta ) ) * r;
		}
	#endif
	#if defined( SHADOWMAP_TYPE_PCF )
		float getShadow( sampler2DShadow shadowMap, vec2 shadowMapSize, float shadowIntensity, float shadowBias, float shadowRadius, vec4 shadowCoord ) {
			float shadow = 1.0;
			shadowCoord.xyz /= shadowCoord.w;
			#ifdef USE_REVERSED_DEPTH_BUFFER
				shadowCoord.z -= shadowBias;
			#else
				shadowCoord.z += shadowBias;
			#endif
			bool inFrustum = shadowCoord.x >= 0.0 && shadowCoord.x <= 1.0 && shadowCoord.y >= 0.0 && shadowCoord.y <= 1.0;
			bool frustumTest = inFrustum && shadowCoord.z <= 1.0;
			if ( frustumTest ) {
				vec2 texelSize = vec2( 1.0 ) / shadowMapSize;
				vec2 radius = shadowRadius * texelSize;
				float phi = interleavedGradientNoise( gl_FragCoord.xy ) * PI2;
				shadow = (
					texture( shadowMap, vec3( shadowCoord.xy + vogelDiskSample( 0, 5, phi ) * radius, shadowCoord.z ) ) +
					texture( shadowMap, vec3( shadowCoord.xy + vogelDiskSample( 1, 5, phi ) * radius, shadowCoord.z ) ) +
					texture( shadowMap, vec3( shadowCoord.xy + vogelDiskSample( 2, 5, phi ) * radius, shadowCoord.z ) ) +
					texture( shadowMap, vec3( shadowCoord.xy + vogelDiskSample( 3, 5, phi ) * radius, shadowCoord.z ) ) +
					texture( shadowMap, vec3( shadowCoord.xy + vogelDiskSample( 4, 5, phi ) * radius, shadowCoord.z ) )
				) * 0.2;
			}
			return mix( 1.0, shadow, shadowIntensity );
		}
	#elif defined( SHADOWMAP_TYPE_VSM )
		float getShadow( sampler2D shadowMap, vec2 shadowMapSize, float shadowIntensity, float shadowBias, float shadowRadius, vec4 shadowCoord ) {
			float shadow = 1.0;
			shadowCoord.xyz /= shadowCoord.w;
			#ifdef USE_REVERSED_DEPTH_BUFFER
				shadowCoord.z -= shadowBias;
			#else
				shadowCoord.z += shadowBias;
			#endif
			bool inFrustum = shadowCoord.x >= 0.0 && shadowCoord.x <= 1.0 && shadowCoord.y >= 0.0 && shadowCoord.y <= 1.0;
			bool frustumTest = inFrustum && shadowCoord.z <= 1.0;
			if ( frustumTest ) {
				vec2 distribution = texture2D( shadowMap, shadowCoord.xy ).rg;
				float mean = distribution.x;
				float variance = distribution.y * distribution.y;
				#ifdef USE_REVERSED_DEPTH_BUFFER
					float hard_shadow = step( mean, shadowCoord.z );
				#else
					float hard_shadow = step( shadowCoord.z, mean );
				#endif
				
				if ( hard_shadow == 1.0 ) {
					shadow = 1.0;
				} else {
					variance = max( variance, 0.0000001 );
					float d = shadowCoord.z - mean;
					float p_max = variance / ( variance + d * d );
					p_max = clamp( ( p_max - 0.3 ) / 0.65, 0.0, 1.0 );
					shadow = max( hard_shadow, p_max );
				}
			}
			return mix( 1.0, shadow, shadowIntensity );
		}
	#else
		float getShadow( sampler2D shadowMap, vec2 shadowMapSize, float shadowIntensity, float shadowBias, float shadowRadius, vec4 shadowCoord ) {
			float shadow = 1.0;
			shadowCoord.xyz /= shadowCoord.w;
			#ifdef USE_REVERSED_DEPTH_BUFFER
				shadowCoord.z -= shadowBias;
			#else
				shadowCoord.z += shadowBias;
			#endif
			bool inFrustum = shadowCoord.x >= 0.0 && shadowCoord.x <= 1.0 && shadowCoord.y >= 0.0 && shadowCoord.y <= 1.0;
			bool frustumTest = inFrustum && shadowCoord.z <= 1.0;
			if ( frustumTest ) {
				float depth = texture2D( shadowMap, shadowCoord.xy ).r;
				#ifdef USE_REVERSED_DEPTH_BUFFER
					shadow = step( depth, shadowCoord.z );
				#else
					shadow = step( shadowCoord.z, depth );
				#endif
			}
			return mix( 1.0, shadow, shadowIntensity );
		}
	#endif
	#if NUM_SUN_LIGHT_SHADOWS > 0
		float getSunShadow(
			#if defined( SHADOWMAP_TYPE_PCF )
				sampler2DShadow shadowMap,
			#else
				sampler2D shadowMap,
			#endif
			SunLightShadow sunLightShadow,
			int shadowIndex
		) {
			vec4 shadowWorldPosition = vec4( vSunShadowWorldPosition.xyz + vSunShadowWorldNormal * sunLightShadow.shadowNormalBias, 1.0 );
			float viewDepth = vSunShadowWorldPosition.w;
			int cascadeOffset = shadowIndex * SUN_LIGHT_CASCADES;
			float shadow = 1.0;
			for ( int i = SUN_LIGHT_CASCADES - 1; i >= 0; i -- ) {
				vec4 cascade = sunShadowCascade[ cascadeOffset + i ];
				if ( viewDepth >= cascade.x && viewDepth < cascade.y ) {
					float cascadeShadow = getShadow(
						shadowMap,
						sunLightShadow.shadowMapSize,
						sunLightShadow.shadowIntensity,
						sunLightShadow.shadowBias,
						sunLightShadow.shadowRadius,
						sunShadowMatrix[ cascadeOffset + i ] * shadowWorldPosition
					);
					shadow = mix( cascadeShadow, shadow, smoothstep( cascade.z, cascade.y, viewDepth ) );
				}
			}
			return shadow;
		}
	#endif
	#if NUM_POINT_LIGHT_SHADOWS > 0
	#if defined( SHADOWMAP_TYPE_PCF )
	float getPointShadow( samplerCubeShadow shadowMap, vec2 shadowMapSize, float shadowIntensity, float shadowBias, float shadowRadius, vec4 shadowCoord, float shadowCameraNear, float shadowCameraFar ) {
		float shadow = 1.0;
		vec3 lightToPosition = shadowCoord.xyz;
		vec3 bd3D = normalize( lightToPosition );
		vec3 absVec = abs( lightToPosition );
		float viewSpaceZ = max( max( absVec.x, absVec.y ), absVec.z );
		if ( viewSpaceZ - shadowCameraFar <= 0.0 && viewSpaceZ - shadowCameraNear >= 0.0 ) {
			float lightDistance = length( lightToPosition );
			float depthRange = shadowCameraFar - shadowCameraNear;
			#ifdef USE_REVERSED_DEPTH_BUFFER
				float depthA = - shadowCameraNear / depthRange - shadowBias;
				float depthB = shadowCameraNear * shadowCameraFar / ( depthRange * lightDistance );
			#else
				float depthA = shadowCameraFar / depthRange + shadowBias;
				float depthB = - shadowCameraNear * shadowCameraFar / ( depthRange * lightDistance );
			#endif
			float texelSize = shadowRadius / shadowMapSize.x;
			vec3 absDir = abs( bd3D );
			vec3 tangent = absDir.x > absDir.z ? vec3( 0.0, 1.0, 0.0 ) : vec3( 1.0, 0.0, 0.0 );
			tangent = normalize( cross( bd3D, tangent ) );
			vec3 bitangent = cross( bd3D, tangent );
			float phi = interleavedGradientNoise( gl_FragCoord.xy ) * PI2;
			shadow = 0.0;
			for ( int i = 0; i < 5; i ++ ) {
				vec2 offset = vogelDiskSample( i, 5, phi );
				vec3 direction = bd3D + ( tangent * offset.x + bitangent * offset.y ) * texelSize;
				vec3 absDirection = abs( direction );
				float dp = depthA + depthB / max( max( absDirection.x, absDirection.y ), absDirection.z );
				shadow += texture( shadowMap, vec4( direction, dp ) );
			}
			shadow *= 0.2;
		}
		return mix( 1.0, shadow, shadowIntensity );
	}
	#elif defined( SHADOWMAP_TYPE_BASIC )
	float getPointShadow( samplerCube shadowMap, vec2 shadowMapSize, float shadowIntensity, float shadowBias, float shadowRadius, vec4 shadowCoord, float shadowCameraNear, float shadowCameraFar ) {
		float shadow = 1.0;
		vec3 lightToPosition = shadowCoord.xyz;
		vec3 absVec = abs( lightToPosition );
		float viewSpaceZ = max( max( absVec.x, absVec.y ), absVec.z );
		if ( viewSpaceZ - shadowCameraFar <= 0.0 && viewSpaceZ - shadowCameraNear >= 0.0 ) {
			float dp = ( shadowCameraFar * ( viewSpaceZ - shadowCameraNear ) ) / ( viewSpaceZ * ( shadowCameraFar - shadowCameraNear ) );
			dp += shadowBias;
			vec3 bd3D = normalize( lightToPosition );
			float depth = textureCube( shadowMap, bd3D ).r;
			#ifdef USE_REVERSED_DEPTH_BUFFER
				depth = 1.0 - depth;
			#endif
			shadow = step( dp, depth );
		}
		return mix( 1.0, shadow, shadowIntensity );
	}
	#endif
	#endif
#endif`,lS=`#if NUM_SPOT_LIGHT_COORDS > 0
	uniform mat4 spotLightMatrix[ NUM_SPOT_LIGHT_COORDS ];
	varying vec4 vSpotLightCoord[ NUM_SPOT_LIGHT_COORDS ];
#endif
#ifdef USE_SHADOWMAP
	#if NUM_SUN_LIGHT_SHADOWS > 0
		varying vec4 vSunShadowWorldPosition;
		varying vec3 vSunShadowWorldNormal;
	#endif
	#if NUM_DIR_LIGHT_SHADOWS > 0
		uniform mat4 directionalShadowMatrix[ NUM_DIR_LIGHT_SHADOWS ];
		varying vec4 vDirectionalShadowCoord[ NUM_DIR_LIGHT_SHADOWS ];
		struct DirectionalLightShadow {
			float shadowIntensity;
			float shadowBias;
			float shadowNormalBias;
			float shadowRadius;
			vec2 shadowMapSize;
		};
		uniform DirectionalLightShadow directionalLightShadows[ NUM_DIR_LIGHT_SHADOWS ];
	#endif
	#if NUM_SPOT_LIGHT_SHADOWS > 0
		struct SpotLightShadow {
			float shadowIntensity;
			float shadowBias;
			float shadowNormalBias;
			float shadowRadius;
			vec2 shadowMapSize;
		};
		uniform SpotLightShadow spotLightShadows[ NUM_SPOT_LIGHT_SHADOWS ];
	#endif
	#if NUM_POINT_LIGHT_SHADOWS > 0
		uniform mat4 pointShadowMatrix[ NUM_POINT_LIGHT_SHADOWS ];
		varying vec4 vPointShadowCoord[ NUM_POINT_LIGHT_SHADOWS ];
		struct PointLightShadow {
			float shadowIntensity;
			float shadowBias;
			float shadowNormalBias;
			float shadowRadius;
			vec2 shadowMapSize;
			float shadowCameraNear;
			float shadowCameraFar;
		};
		uniform PointLightShadow pointLightShadows[ NUM_POINT_LIGHT_SHADOWS ];
	#endif
#endif`,cS=`#if ( defined( USE_SHADOWMAP ) && ( NUM_DIR_LIGHT_SHADOWS > 0 || NUM_SUN_LIGHT_SHADOWS > 0 || NUM_POINT_LIGHT_SHADOWS > 0 ) ) || ( NUM_SPOT_LIGHT_COORDS > 0 )
	#ifdef HAS_NORMAL
		vec3 shadowWorldNormal = transformNormalByInverseViewMatrix( transformedNormal, viewMatrix );
	#else
		vec3 shadowWorldNormal = vec3( 0.0 );
	#endif
	vec4 shadowWorldPosition;
#endif
#if defined( USE_SHADOWMAP )
	#if NUM_SUN_LIGHT_SHADOWS > 0
		vSunShadowWorldPosition = vec4( worldPosition.xyz, - mvPosition.z );
		vSunShadowWorldNormal = shadowWorldNormal;
	#endif
	#if NUM_DIR_LIGHT_SHADOWS > 0
		#pragma unroll_loop_start
		for ( int i = 0; i < NUM_DIR_LIGHT_SHADOWS; i ++ ) {
			shadowWorldPosition = worldPosition + vec4( shadowWorldNormal * directionalLightShadows[ i ].shadowNormalBias, 0 );
			vDirectionalShadowCoord[ i ] = directionalShadowMatrix[ i ] * shadowWorldPosition;
		}
		#pragma unroll_loop_end
	#endif
	#if NUM_POINT_LIGHT_SHADOWS > 0
		#pragma unroll_loop_start
		for ( int i = 0; i < NUM_POINT_LIGHT_SHADOWS; i ++ ) {
			shadowWorldPosition = worldPosition + vec4( shadowWorldNormal * pointLightShadows[ i ].shadowNormalBias, 0 );
			vPointShadowCoord[ i ] = pointShadowMatrix[ i ] * shadowWorldPosition;
		}
		#pragma unroll_loop_end
	#endif
#endif
#if NUM_SPOT_LIGHT_COORDS > 0
	#pragma unroll_loop_start
	for ( int i = 0; i < NUM_SPOT_LIGHT_COORDS; i ++ ) {
		shadowWorldPosition = worldPosition;
		#if ( defined( USE_SHADOWMAP ) && UNROLLED_LOOP_INDEX < NUM_SPOT_LIGHT_SHADOWS )
			shadowWorldPosition.xyz += shadowWorldNormal * spotLightShadows[ i ].shadowNormalBias;
		#endif
		vSpotLightCoord[ i ] = spotLightMatrix[ i ] * shadowWorldPosition;
	}
	#pragma unroll_loop_end
#endif`,hS=`float getShadowMask() {
	float shadow = 1.0;
	#ifdef USE_SHADOWMAP
	#if NUM_SUN_LIGHT_SHADOWS > 0
	SunLightShadow sunLight;
	#pragma unroll_loop_start
	for ( int i = 0; i < NUM_SUN_LIGHT_SHADOWS; i ++ ) {
		sunLight = sunLightShadows[ i ];
		shadow *= receiveShadow ? getSunShadow( sunShadowMap[ i ], sunLight, UNROLLED_LOOP_INDEX ) : 1.0;
	}
	#pragma unroll_loop_end
	#endif
	#if NUM_DIR_LIGHT_SHADOWS > 0
	DirectionalLightShadow directionalLight;
	#pragma unroll_loop_start
	for ( int i = 0; i < NUM_DIR_LIGHT_SHADOWS; i ++ ) {
		directionalLight = directionalLightShadows[ i ];
		shadow *= receiveShadow ? getShadow( directionalShadowMap[ i ], directionalLight.shadowMapSize, directionalLight.shadowIntensity, directionalLight.shadowBias, directionalLight.shadowRadius, vDirectionalShadowCoord[ i ] ) : 1.0;
	}
	#pragma unroll_loop_end
	#endif
	#if NUM_SPOT_LIGHT_SHADOWS > 0
	SpotLightShadow spotLight;
	#pragma unroll_loop_start
	for ( int i = 0; i < NUM_SPOT_LIGHT_SHADOWS; i ++ ) {
		spotLight = spotLightShadows[ i ];
		shadow *= receiveShadow ? getShadow( spotShadowMap[ i ], spotLight.shadowMapSize, spotLight.shadowIntensity, spotLight.shadowBias, spotLight.shadowRadius, vSpotLightCoord[ i ] ) : 1.0;
	}
	#pragma unroll_loop_end
	#endif
	#if NUM_POINT_LIGHT_SHADOWS > 0 && ( defined( SHADOWMAP_TYPE_PCF ) || defined( SHADOWMAP_TYPE_BASIC ) )
	PointLightShadow pointLight;
	#pragma unroll_loop_start
	for ( int i = 0; i < NUM_POINT_LIGHT_SHADOWS; i ++ ) {
		pointLight = pointLightShadows[ i ];
		shadow *= receiveShadow ? getPointShadow( pointShadowMap[ i ], pointLight.shadowMapSize, pointLight.shadowIntensity, pointLight.shadowBias, pointLight.shadowRadius, vPointShadowCoord[ i ], pointLight.shadowCameraNear, pointLight.shadowCameraFar ) : 1.0;
	}
	#pragma unroll_loop_end
	#endif
	#endif
	return shadow;
}`,uS=`#ifdef USE_SKINNING
	mat4 boneMatX = getBoneMatrix( skinIndex.x );
	mat4 boneMatY = getBoneMatrix( skinIndex.y );
	mat4 boneMatZ = getBoneMatrix( skinIndex.z );
	mat4 boneMatW = getBoneMatrix( skinIndex.w );
#endif`,dS=`#ifdef USE_SKINNING
	uniform mat4 bindMatrix;
	uniform mat4 bindMatrixInverse;
	uniform highp sampler2D boneTexture;
	mat4 getBoneMatrix( const in float i ) {
		int size = textureSize( boneTexture, 0 ).x;
		int j = int( i ) * 4;
		int x = j % size;
		int y = j / size;
		vec4 v1 = texelFetch( boneTexture, ivec2( x, y ), 0 );
		vec4 v2 = texelFetch( boneTexture, ivec2( x + 1, y ), 0 );
		vec4 v3 = texelFetch( boneTexture, ivec2( x + 2, y ), 0 );
		vec4 v4 = texelFetch( boneTexture, ivec2( x + 3, y ), 0 );
		return mat4( v1, v2, v3, v4 );
	}
#endif`,fS=`#ifdef USE_SKINNING
	vec4 skinVertex = bindMatrix * vec4( transformed, 1.0 );
	vec4 skinned = vec4( 0.0 );
	skinned += boneMatX * skinVertex * skinWeight.x;
	skinned += boneMatY * skinVertex * skinWeight.y;
	skinned += boneMatZ * skinVertex * skinWeight.z;
	skinned += boneMatW * skinVertex * skinWeight.w;
	transformed = ( bindMatrixInverse * skinned ).xyz;
#endif`,pS=`#ifdef USE_SKINNING
	mat4 skinMatrix = mat4( 0.0 );
	skinMatrix += skinWeight.x * boneMatX;
	skinMatrix += skinWeight.y * boneMatY;
	skinMatrix += skinWeight.z * boneMatZ;
	skinMatrix += skinWeight.w * boneMatW;
	skinMatrix = bindMatrixInverse * skinMatrix * bindMatrix;
	objectNormal = vec4( skinMatrix * vec4( objectNormal, 0.0 ) ).xyz;
	#ifdef USE_TANGENT
		objectTangent = vec4( skinMatrix * vec4( objectTangent, 0.0 ) ).xyz;
	#endif
#endif`,mS=`float specularStrength;
#ifdef USE_SPECULARMAP
	vec4 texelSpecular = texture2D( specularMap, vSpecularMapUv );
	specularStrength = texelSpecular.r;
#else
	specularStrength = 1.0;
#endif`,gS=`#ifdef USE_SPECULARMAP
	uniform sampler2D specularMap;
#endif`,_S=`#if defined( TONE_MAPPING )
	gl_FragColor.rgb = toneMapping( gl_FragColor.rgb );
#endif`,xS=`#ifndef saturate
#define saturate( a ) clamp( a, 0.0, 1.0 )
#endif
uniform float toneMappingExposure;
vec3 LinearToneMapping( vec3 color ) {
	return saturate( toneMappingExposure * color );
}
vec3 ReinhardToneMapping( vec3 color ) {
	color *= toneMappingExposure;
	return saturate( color / ( vec3( 1.0 ) + color ) );
}
vec3 CineonToneMapping( vec3 color ) {
	color *= toneMappingExposure;
	color = max( vec3( 0.0 ), color - 0.004 );
	return pow( ( color * ( 6.2 * color + 0.5 ) ) / ( color * ( 6.2 * color + 1.7 ) + 0.06 ), vec3( 2.2 ) );
}
vec3 RRTAndODTFit( vec3 v ) {
	vec3 a = v * ( v + 0.0245786 ) - 0.000090537;
	vec3 b = v * ( 0.983729 * v + 0.4329510 ) + 0.238081;
	return a / b;
}
vec3 ACESFilmicToneMapping( vec3 color ) {
	const mat3 ACESInputMat = mat3(
		vec3( 0.59719, 0.07600, 0.02840 ),		vec3( 0.35458, 0.90834, 0.13383 ),
		vec3( 0.04823, 0.01566, 0.83777 )
	);
	const mat3 ACESOutputMat = mat3(
		vec3(  1.60475, -0.10208, -0.00327 ),		vec3( -0.53108,  1.10813, -0.07276 ),
		vec3( -0.07367, -0.00605,  1.07602 )
	);
	color *= toneMappingExposure / 0.6;
	color = ACESInputMat * color;
	color = RRTAndODTFit( color );
	color = ACESOutputMat * color;
	return saturate( color );
}
const mat3 LINEAR_REC2020_TO_LINEAR_SRGB = mat3(
	vec3( 1.6605, - 0.1246, - 0.0182 ),
	vec3( - 0.5876, 1.1329, - 0.1006 ),
	vec3( - 0.0728, - 0.0083, 1.1187 )
);
const mat3 LINEAR_SRGB_TO_LINEAR_REC2020 = mat3(
	vec3( 0.6274, 0.0691, 0.0164 ),
	vec3( 0.3293, 0.9195, 0.0880 ),
	vec3( 0.0433, 0.0113, 0.8956 )
);
vec3 agxDefaultContrastApprox( vec3 x ) {
	vec3 x2 = x * x;
	vec3 x4 = x2 * x2;
	return + 15.5 * x4 * x2
		- 40.14 * x4 * x
		+ 31.96 * x4
		- 6.868 * x2 * x
		+ 0.4298 * x2
		+ 0.1191 * x
		- 0.00232;
}
vec3 AgXToneMapping( vec3 color ) {
	const mat3 AgXInsetMatrix = mat3(
		vec3( 0.856627153315983, 0.137318972929847, 0.11189821299995 ),
		vec3( 0.0951212405381588, 0.761241990602591, 0.0767994186031903 ),
		vec3( 0.0482516061458583, 0.101439036467562, 0.811302368396859 )
	);
	const mat3 AgXOutsetMatrix = mat3(
		vec3( 1.1271005818144368, - 0.1413297634984383, - 0.14132976349843826 ),
		vec3( - 0.11060664309660323, 1.157823702216272, - 0.11060664309660294 ),
		vec3( - 0.016493938717834573, - 0.016493938717834257, 1.2519364065950405 )
	);
	const float AgxMinEv = - 12.47393;	const float AgxMaxEv = 4.026069;
	color *= toneMappingExposure;
	color = LINEAR_SRGB_TO_LINEAR_REC2020 * color;
	color = AgXInsetMatrix * color;
	color = max( color, 1e-10 );	color = log2( color );
	color = ( color - AgxMinEv ) / ( AgxMaxEv - AgxMinEv );
	color = clamp( color, 0.0, 1.0 );
	color = agxDefaultContrastApprox( color );
	color = AgXOutsetMatrix * color;
	color = pow( max( vec3( 0.0 ), color ), vec3( 2.2 ) );
	color = LINEAR_REC2020_TO_LINEAR_SRGB * color;
	color = clamp( color, 0.0, 1.0 );
	return color;
}
vec3 NeutralToneMapping( vec3 color ) {
	const float StartCompression = 0.8 - 0.04;
	const float Desaturation = 0.15;
	color *= toneMappingExposure;
	float x = min( color.r, min( color.g, color.b ) );
	float offset = x < 0.08 ? x - 6.25 * x * x : 0.04;
	color -= offset;
	float peak = max( color.r, max( color.g, color.b ) );
	if ( peak < StartCompression ) return color;
	float d = 1. - StartCompression;
	float newPeak = 1. - d * d / ( peak + d - StartCompression );
	color *= newPeak / peak;
	float g = 1. - 1. / ( Desaturation * ( peak - newPeak ) + 1. );
	return mix( color, vec3( newPeak ), g );
}
vec3 CustomToneMapping( vec3 color ) { return color; }`,yS=`#ifdef USE_TRANSMISSION
	material.transmission = transmission;
	material.transmissionAlpha = 1.0;
	material.thickness = thickness;
	material.attenuationDistance = attenuationDistance;
	material.attenuationColor = attenuationColor;
	#ifdef USE_TRANSMISSIONMAP
		material.transmission *= texture2D( transmissionMap, vTransmissionMapUv ).r;
	#endif
	#ifdef USE_THICKNESSMAP
		material.thickness *= texture2D( thicknessMap, vThicknessMapUv ).g;
	#endif
	vec3 pos = vWorldPosition;
	vec3 v = normalize( cameraPosition - pos );
	vec3 n = transformNormalByInverseViewMatrix( normal, viewMatrix );
	vec4 transmitted = getIBLVolumeRefraction(
		n, v, material.roughness, material.diffuseContribution, material.specularColorBlended, material.specularF90,
		pos, modelMatrix, viewMatrix, projectionMatrix, material.dispersion, material.ior, material.thickness,
		material.attenuationColor, material.attenuationDistance );
	material.transmissionAlpha = mix( material.transmissionAlpha, transmitted.a, material.transmission );
	totalDiffuse = mix( totalDiffuse, transmitted.rgb, material.transmission );
#endif`,vS=`#ifdef USE_TRANSMISSION
	uniform float transmission;
	uniform float thickness;
	uniform float attenuationDistance;
	uniform vec3 attenuationColor;
	#ifdef USE_TRANSMISSIONMAP
		uniform sampler2D transmissionMap;
	#endif
	#ifdef USE_THICKNESSMAP
		uniform sampler2D thicknessMap;
	#endif
	uniform vec2 transmissionSamplerSize;
	uniform sampler2D transmissionSamplerMap;
	uniform mat4 modelMatrix;
	uniform mat4 projectionMatrix;
	varying vec3 vWorldPosition;
	float w0( float a ) {
		return ( 1.0 / 6.0 ) * ( a * ( a * ( - a + 3.0 ) - 3.0 ) + 1.0 );
	}
	float w1( float a ) {
		return ( 1.0 / 6.0 ) * ( a *  a * ( 3.0 * a - 6.0 ) + 4.0 );
	}
	float w2( float a ){
		return ( 1.0 / 6.0 ) * ( a * ( a * ( - 3.0 * a + 3.0 ) + 3.0 ) + 1.0 );
	}
	float w3( float a ) {
		return ( 1.0 / 6.0 ) * ( a * a * a );
	}
	float g0( float a ) {
		return w0( a ) + w1( a );
	}
	float g1( float a ) {
		return w2( a ) + w3( a );
	}
	float h0( float a ) {
		return - 1.0 + w1( a ) / ( w0( a ) + w1( a ) );
	}
	float h1( float a ) {
		return 1.0 + w3( a ) / ( w2( a ) + w3( a ) );
	}
	vec4 bicubic( sampler2D tex, vec2 uv, vec4 texelSize, float lod ) {
		uv = uv * texelSize.zw + 0.5;
		vec2 iuv = floor( uv );
		vec2 fuv = fract( uv );
		float g0x = g0( fuv.x );
		float g1x = g1( fuv.x );
		float h0x = h0( fuv.x );
		float h1x = h1( fuv.x );
		float h0y = h0( fuv.y );
		float h1y = h1( fuv.y );
		vec2 p0 = ( vec2( iuv.x + h0x, iuv.y + h0y ) - 0.5 ) * texelSize.xy;
		vec2 p1 = ( vec2( iuv.x + h1x, iuv.y + h0y ) - 0.5 ) * texelSize.xy;
		vec2 p2 = ( vec2( iuv.x + h0x, iuv.y + h1y ) - 0.5 ) * texelSize.xy;
		vec2 p3 = ( vec2( iuv.x + h1x, iuv.y + h1y ) - 0.5 ) * texelSize.xy;
		return g0( fuv.y ) * ( g0x * textureLod( tex, p0, lod ) + g1x * textureLod( tex, p1, lod ) ) +
			g1( fuv.y ) * ( g0x * textureLod( tex, p2, lod ) + g1x * textureLod( tex, p3, lod ) );
	}
	vec4 textureBicubic( sampler2D sampler, vec2 uv, float lod ) {
		vec2 fLodSize = vec2( textureSize( sampler, int( lod ) ) );
		vec2 cLodSize = vec2( textureSize( sampler, int( lod + 1.0 ) ) );
		vec2 fLodSizeInv = 1.0 / fLodSize;
		vec2 cLodSizeInv = 1.0 / cLodSize;
		vec4 fSample = bicubic( sampler, uv, vec4( fLodSizeInv, fLodSize ), floor( lod ) );
		vec4 cSample = bicubic( sampler, uv, vec4( cLodSizeInv, cLodSize ), ceil( lod ) );
		return mix( fSample, cSample, fract( lod ) );
	}
	vec3 getVolumeTransmissionRay( const in vec3 n, const in vec3 v, const in float thickness, const in float ior, const in mat4 modelMatrix ) {
		vec3 refractionVector = refract( - v, normalize( n ), 1.0 / ior );
		vec3 modelScale;
		modelScale.x = length( vec3( modelMatrix[ 0 ].xyz ) );
		modelScale.y = length( vec3( modelMatrix[ 1 ].xyz ) );
		modelScale.z = length( vec3( modelMatrix[ 2 ].xyz ) );
		return normalize( refractionVector ) * thickness * modelScale;
	}
	float applyIorToRoughness( const in float roughness, const in float ior ) {
		return roughness * clamp( ior * 2.0 - 2.0, 0.0, 1.0 );
	}
	vec4 getTransmissionSample( const in vec2 fragCoord, const in float roughness, const in float ior ) {
		float lod = log2( transmissionSamplerSize.x ) * applyIorToRoughness( roughness, ior );
		return textureBicubic( transmissionSamplerMap, fragCoord.xy, lod );
	}
	vec3 volumeAttenuation( const in float transmissionDistance, const in vec3 attenuationColor, const in float attenuationDistance ) {
		if ( isinf( attenuationDistance ) ) {
			return vec3( 1.0 );
		} else {
			vec3 attenuationCoefficient = -log( attenuationColor ) / attenuationDistance;
			vec3 transmittance = exp( - attenuationCoefficient * transmissionDistance );			return transmittance;
		}
	}
	vec4 getIBLVolumeRefraction( const in vec3 n, const in vec3 v, const in float roughness, const in vec3 diffuseColor,
		const in vec3 specularColor, const in float specularF90, const in vec3 position, const in mat4 modelMatrix,
		const in mat4 viewMatrix, const in mat4 projMatrix, const in float dispersion, const in float ior, const in float thickness,
		const in vec3 attenuationColor, const in float attenuationDistance ) {
		vec4 transmittedLight;
		vec3 transmittance;
		#ifdef USE_DISPERSION
			float halfSpread = ( ior - 1.0 ) * 0.025 * dispersion;
			vec3 iors = vec3( ior - halfSpread, ior, ior + halfSpread );
			for ( int i = 0; i < 3; i ++ ) {
				vec3 transmissionRay = getVolumeTransmissionRay( n, v, thickness, iors[ i ], modelMatrix );
				vec3 refractedRayExit = position + transmissionRay;
				vec4 ndcPos = projMatrix * viewMatrix * vec4( refractedRayExit, 1.0 );
				vec2 refractionCoords = ndcPos.xy / ndcPos.w;
				refractionCoords += 1.0;
				refractionCoords /= 2.0;
				vec4 transmissionSample = getTransmissionSample( refractionCoords, roughness, iors[ i ] );
				transmittedLight[ i ] = transmissionSample[ i ];
				transmittedLight.a += transmissionSample.a;
				transmittance[ i ] = diffuseColor[ i ] * volumeAttenuation( length( transmissionRay ), attenuationColor, attenuationDistance )[ i ];
			}
			transmittedLight.a /= 3.0;
		#else
			vec3 transmissionRay = getVolumeTransmissionRay( n, v, thickness, ior, modelMatrix );
			vec3 refractedRayExit = position + transmissionRay;
			vec4 ndcPos = projMatrix * viewMatrix * vec4( refractedRayExit, 1.0 );
			vec2 refractionCoords = ndcPos.xy / ndcPos.w;
			refractionCoords += 1.0;
			refractionCoords /= 2.0;
			transmittedLight = getTransmissionSample( refractionCoords, roughness, ior );
			transmittance = diffuseColor * volumeAttenuation( length( transmissionRay ), attenuationColor, attenuationDistance );
		#endif
		vec3 attenuatedColor = transmittance * transmittedLight.rgb;
		vec3 F = EnvironmentBRDF( n, v, specularColor, specularF90, roughness );
		float transmittanceFactor = ( transmittance.r + transmittance.g + transmittance.b ) / 3.0;
		return vec4( ( 1.0 - F ) * attenuatedColor, 1.0 - ( 1.0 - transmittedLight.a ) * transmittanceFactor );
	}
#endif`,SS=`#if defined( USE_UV ) || defined( USE_ANISOTROPY )
	varying vec2 vUv;
#endif
#ifdef USE_MAP
	varying vec2 vMapUv;
#endif
#ifdef USE_ALPHAMAP
	varying vec2 vAlphaMapUv;
#endif
#ifdef USE_LIGHTMAP
	varying vec2 vLightMapUv;
#endif
#ifdef USE_AOMAP
	varying vec2 vAoMapUv;
#endif
#ifdef USE_BUMPMAP
	varying vec2 vBumpMapUv;
#endif
#ifdef USE_NORMALMAP
	varying vec2 vNormalMapUv;
#endif
#ifdef USE_EMISSIVEMAP
	varying vec2 vEmissiveMapUv;
#endif
#ifdef USE_METALNESSMAP
	varying vec2 vMetalnessMapUv;
#endif
#ifdef USE_ROUGHNESSMAP
	varying vec2 vRoughnessMapUv;
#endif
#ifdef USE_DIFFUSE_ROUGHNESSMAP
	varying vec2 vDiffuseRoughnessMapUv;
#endif
#ifdef USE_ANISOTROPYMAP
	varying vec2 vAnisotropyMapUv;
#endif
#ifdef USE_CLEARCOATMAP
	varying vec2 vClearcoatMapUv;
#endif
#ifdef USE_CLEARCOAT_NORMALMAP
	varying vec2 vClearcoatNormalMapUv;
#endif
#ifdef USE_CLEARCOAT_ROUGHNESSMAP
	varying vec2 vClearcoatRoughnessMapUv;
#endif
#ifdef USE_IRIDESCENCEMAP
	varying vec2 vIridescenceMapUv;
#endif
#ifdef USE_IRIDESCENCE_THICKNESSMAP
	varying vec2 vIridescenceThicknessMapUv;
#endif
#ifdef USE_SHEEN_COLORMAP
	varying vec2 vSheenColorMapUv;
#endif
#ifdef USE_SHEEN_ROUGHNESSMAP
	varying vec2 vSheenRoughnessMapUv;
#endif
#ifdef USE_SPECULARMAP
	varying vec2 vSpecularMapUv;
#endif
#ifdef USE_SPECULAR_COLORMAP
	varying vec2 vSpecularColorMapUv;
#endif
#ifdef USE_SPECULAR_INTENSITYMAP
	varying vec2 vSpecularIntensityMapUv;
#endif
#ifdef USE_TRANSMISSIONMAP
	uniform mat3 transmissionMapTransform;
	varying vec2 vTransmissionMapUv;
#endif
#ifdef USE_THICKNESSMAP
	uniform mat3 thicknessMapTransform;
	varying vec2 vThicknessMapUv;
#endif`,MS=`#if defined( USE_UV ) || defined( USE_ANISOTROPY )
	varying vec2 vUv;
#endif
#ifdef USE_MAP
	uniform mat3 mapTransform;
	varying vec2 vMapUv;
#endif
#ifdef USE_ALPHAMAP
	uniform mat3 alphaMapTransform;
	varying vec2 vAlphaMapUv;
#endif
#ifdef USE_LIGHTMAP
	uniform mat3 lightMapTransform;
	varying vec2 vLightMapUv;
#endif
#ifdef USE_AOMAP
	uniform mat3 aoMapTransform;
	varying vec2 vAoMapUv;
#endif
#ifdef USE_BUMPMAP
	uniform mat3 bumpMapTransform;
	varying vec2 vBumpMapUv;
#endif
#ifdef USE_NORMALMAP
	uniform mat3 normalMapTransform;
	varying vec2 vNormalMapUv;
#endif
#ifdef USE_DISPLACEMENTMAP
	uniform mat3 displacementMapTransform;
	varying vec2 vDisplacementMapUv;
#endif
#ifdef USE_EMISSIVEMAP
	uniform mat3 emissiveMapTransform;
	varying vec2 vEmissiveMapUv;
#endif
#ifdef USE_METALNESSMAP
	uniform mat3 metalnessMapTransform;
	varying vec2 vMetalnessMapUv;
#endif
#ifdef USE_ROUGHNESSMAP
	uniform mat3 roughnessMapTransform;
	varying vec2 vRoughnessMapUv;
#endif
#ifdef USE_DIFFUSE_ROUGHNESSMAP
	uniform mat3 diffuseRoughnessMapTransform;
	varying vec2 vDiffuseRoughnessMapUv;
#endif
#ifdef USE_ANISOTROPYMAP
	uniform mat3 anisotropyMapTransform;
	varying vec2 vAnisotropyMapUv;
#endif
#ifdef USE_CLEARCOATMAP
	uniform mat3 clearcoatMapTransform;
	varying vec2 vClearcoatMapUv;
#endif
#ifdef USE_CLEARCOAT_NORMALMAP
	uniform mat3 clearcoatNormalMapTransform;
	varying vec2 vClearcoatNormalMapUv;
#endif
#ifdef USE_CLEARCOAT_ROUGHNESSMAP
	uniform mat3 clearcoatRoughnessMapTransform;
	varying vec2 vClearcoatRoughnessMapUv;
#endif
#ifdef USE_SHEEN_COLORMAP
	uniform mat3 sheenColorMapTransform;
	varying vec2 vSheenColorMapUv;
#endif
#ifdef USE_SHEEN_ROUGHNESSMAP
	uniform mat3 sheenRoughnessMapTransform;
	varying vec2 vSheenRoughnessMapUv;
#endif
#ifdef USE_IRIDESCENCEMAP
	uniform mat3 iridescenceMapTransform;
	varying vec2 vIridescenceMapUv;
#endif
#ifdef USE_IRIDESCENCE_THICKNESSMAP
	uniform mat3 iridescenceThicknessMapTransform;
	varying vec2 vIridescenceThicknessMapUv;
#endif
#ifdef USE_SPECULARMAP
	uniform mat3 specularMapTransform;
	varying vec2 vSpecularMapUv;
#endif
#ifdef USE_SPECULAR_COLORMAP
	uniform mat3 specularColorMapTransform;
	varying vec2 vSpecularColorMapUv;
#endif
#ifdef USE_SPECULAR_INTENSITYMAP
	uniform mat3 specularIntensityMapTransform;
	varying vec2 vSpecularIntensityMapUv;
#endif
#ifdef USE_TRANSMISSIONMAP
	uniform mat3 transmissionMapTransform;
	varying vec2 vTransmissionMapUv;
#endif
#ifdef USE_THICKNESSMAP
	uniform mat3 thicknessMapTransform;
	varying vec2 vThicknessMapUv;
#endif`,bS=`#if defined( USE_UV ) || defined( USE_ANISOTROPY )
	vUv = vec3( uv, 1 ).xy;
#endif
#ifdef USE_MAP
	vMapUv = ( mapTransform * vec3( MAP_UV, 1 ) ).xy;
#endif
#ifdef USE_ALPHAMAP
	vAlphaMapUv = ( alphaMapTransform * vec3( ALPHAMAP_UV, 1 ) ).xy;
#endif
#ifdef USE_LIGHTMAP
	vLightMapUv = ( lightMapTransform * vec3( LIGHTMAP_UV, 1 ) ).xy;
#endif
#ifdef USE_AOMAP
	vAoMapUv = ( aoMapTransform * vec3( AOMAP_UV, 1 ) ).xy;
#endif
#ifdef USE_BUMPMAP
	vBumpMapUv = ( bumpMapTransform * vec3( BUMPMAP_UV, 1 ) ).xy;
#endif
#ifdef USE_NORMALMAP
	vNormalMapUv = ( normalMapTransform * vec3( NORMALMAP_UV, 1 ) ).xy;
#endif
#ifdef USE_DISPLACEMENTMAP
	vDisplacementMapUv = ( displacementMapTransform * vec3( DISPLACEMENTMAP_UV, 1 ) ).xy;
#endif
#ifdef USE_EMISSIVEMAP
	vEmissiveMapUv = ( emissiveMapTransform * vec3( EMISSIVEMAP_UV, 1 ) ).xy;
#endif
#ifdef USE_METALNESSMAP
	vMetalnessMapUv = ( metalnessMapTransform * vec3( METALNESSMAP_UV, 1 ) ).xy;
#endif
#ifdef USE_ROUGHNESSMAP
	vRoughnessMapUv = ( roughnessMapTransform * vec3( ROUGHNESSMAP_UV, 1 ) ).xy;
#endif
#ifdef USE_DIFFUSE_ROUGHNESSMAP
	vDiffuseRoughnessMapUv = ( diffuseRoughnessMapTransform * vec3( DIFFUSE_ROUGHNESSMAP_UV, 1 ) ).xy;
#endif
#ifdef USE_ANISOTROPYMAP
	vAnisotropyMapUv = ( anisotropyMapTransform * vec3( ANISOTROPYMAP_UV, 1 ) ).xy;
#endif
#ifdef USE_CLEARCOATMAP
	vClearcoatMapUv = ( clearcoatMapTransform * vec3( CLEARCOATMAP_UV, 1 ) ).xy;
#endif
#ifdef USE_CLEARCOAT_NORMALMAP
	vClearcoatNormalMapUv = ( clearcoatNormalMapTransform * vec3( CLEARCOAT_NORMALMAP_UV, 1 ) ).xy;
#endif
#ifdef USE_CLEARCOAT_ROUGHNESSMAP
	vClearcoatRoughnessMapUv = ( clearcoatRoughnessMapTransform * vec3( CLEARCOAT_ROUGHNESSMAP_UV, 1 ) ).xy;
#endif
#ifdef USE_IRIDESCENCEMAP
	vIridescenceMapUv = ( iridescenceMapTransform * vec3( IRIDESCENCEMAP_UV, 1 ) ).xy;
#endif
#ifdef USE_IRIDESCENCE_THICKNESSMAP
	vIridescenceThicknessMapUv = ( iridescenceThicknessMapTransform * vec3( IRIDESCENCE_THICKNESSMAP_UV, 1 ) ).xy;
#endif
#ifdef USE_SHEEN_COLORMAP
	vSheenColorMapUv = ( sheenColorMapTransform * vec3( SHEEN_COLORMAP_UV, 1 ) ).xy;
#endif
#ifdef USE_SHEEN_ROUGHNESSMAP
	vSheenRoughnessMapUv = ( sheenRoughnessMapTransform * vec3( SHEEN_ROUGHNESSMAP_UV, 1 ) ).xy;
#endif
#ifdef USE_SPECULARMAP
	vSpecularMapUv = ( specularMapTransform * vec3( SPECULARMAP_UV, 1 ) ).xy;
#endif
#ifdef USE_SPECULAR_COLORMAP
	vSpecularColorMapUv = ( specularColorMapTransform * vec3( SPECULAR_COLORMAP_UV, 1 ) ).xy;
#endif
#ifdef USE_SPECULAR_INTENSITYMAP
	vSpecularIntensityMapUv = ( specularIntensityMapTransform * vec3( SPECULAR_INTENSITYMAP_UV, 1 ) ).xy;
#endif
#ifdef USE_TRANSMISSIONMAP
	vTransmissionMapUv = ( transmissionMapTransform * vec3( TRANSMISSIONMAP_UV, 1 ) ).xy;
#endif
#ifdef USE_THICKNESSMAP
	vThicknessMapUv = ( thicknessMapTransform * vec3( THICKNESSMAP_UV, 1 ) ).xy;
#endif`,wS=`#if defined( USE_ENVMAP ) || defined( DISTANCE ) || defined ( USE_SHADOWMAP ) || defined ( USE_TRANSMISSION ) || NUM_SPOT_LIGHT_COORDS > 0
	vec4 worldPosition = vec4( transformed, 1.0 );
	#ifdef USE_BATCHING
		worldPosition = batchingMatrix * worldPosition;
	#endif
	#ifdef USE_INSTANCING
		worldPosition = instanceMatrix * worldPosition;
	#endif
	worldPosition = modelMatrix * worldPosition;
#endif`,AS=`varying vec2 vUv;
uniform mat3 uvTransform;
void main() {
	vUv = ( uvTransform * vec3( uv, 1 ) ).xy;
	gl_Position = vec4( position.xy, 1.0, 1.0 );
}`,TS=`uniform sampler2D t2D;
uniform float backgroundIntensity;
varying vec2 vUv;
void main() {
	vec4 texColor = texture2D( t2D, vUv );
	#ifdef DECODE_VIDEO_TEXTURE
		texColor = vec4( mix( pow( texColor.rgb * 0.9478672986 + vec3( 0.0521327014 ), vec3( 2.4 ) ), texColor.rgb * 0.0773993808, vec3( lessThanEqual( texColor.rgb, vec3( 0.04045 ) ) ) ), texColor.w );
	#endif
	texColor.rgb *= backgroundIntensity;
	gl_FragColor = texColor;
	#include <tonemapping_fragment>
	#include <colorspace_fragment>
}`,ES=`varying vec3 vWorldDirection;
#include <common>
void main() {
	vWorldDirection = transformDirection( position, modelMatrix );
	#include <begin_vertex>
	#include <project_vertex>
	gl_Position.z = gl_Position.w;
}`,RS=`uniform float backgroundBlurriness;
uniform float backgroundIntensity;
uniform mat3 backgroundRotation;
varying vec3 vWorldDirection;
#include <envmap_common_pars_fragment>
void main() {
	#ifdef ENVMAP_TYPE_PMREM
		vec4 texColor = textureLod( envMap, backgroundRotation * vWorldDirection, roughnessToMip( backgroundBlurriness ) );
	#else
		vec4 texColor = textureCube( envMap, backgroundRotation * vWorldDirection );
	#endif
	texColor.rgb *= backgroundIntensity;
	gl_FragColor = texColor;
	#include <tonemapping_fragment>
	#include <colorspace_fragment>
}`,CS=`varying vec3 vWorldDirection;
#include <common>
void main() {
	vWorldDirection = transformDirection( position, modelMatrix );
	#include <begin_vertex>
	#include <project_vertex>
	gl_Position.z = gl_Position.w;
}`,PS=`uniform samplerCube tCube;
uniform float tFlip;
uniform float opacity;
varying vec3 vWorldDirection;
void main() {
	vec4 texColor = textureCube( tCube, vec3( tFlip * vWorldDirection.x, vWorldDirection.yz ) );
	gl_FragColor = texColor;
	gl_FragColor.a *= opacity;
	#include <tonemapping_fragment>
	#include <colorspace_fragment>
}`,IS=`#include <common>
#include <batching_pars_vertex>
#include <uv_pars_vertex>
#include <displacementmap_pars_vertex>
#include <morphtarget_pars_vertex>
#include <skinning_pars_vertex>
#include <logdepthbuf_pars_vertex>
#include <clipping_planes_pars_vertex>
varying vec2 vHighPrecisionZW;
void main() {
	#include <uv_vertex>
	#include <batching_vertex>
	#include <skinbase_vertex>
	#include <morphinstance_vertex>
	#ifdef USE_DISPLACEMENTMAP
		#include <beginnormal_vertex>
		#include <morphnormal_vertex>
		#include <skinnormal_vertex>
	#endif
	#include <begin_vertex>
	#include <morphtarget_vertex>
	#include <skinning_vertex>
	#include <displacementmap_vertex>
	#include <project_vertex>
	#include <logdepthbuf_vertex>
	#include <clipping_planes_vertex>
	vHighPrecisionZW = gl_Position.zw;
}`,LS=`#if DEPTH_PACKING == 3200
	uniform float opacity;
#endif
#include <common>
#include <packing>
#include <uv_pars_fragment>
#include <map_pars_fragment>
#include <alphamap_pars_fragment>
#include <alphatest_pars_fragment>
#include <alphahash_pars_fragment>
#include <logdepthbuf_pars_fragment>
#include <clipping_planes_pars_fragment>
varying vec2 vHighPrecisionZW;
void main() {
	vec4 diffuseColor = vec4( 1.0 );
	#include <clipping_planes_fragment>
	#if DEPTH_PACKING == 3200
		diffuseColor.a = opacity;
	#endif
	#include <map_fragment>
	#include <alphamap_fragment>
	#include <alphatest_fragment>
	#include <alphahash_fragment>
	#include <logdepthbuf_fragment>
	#ifdef USE_REVERSED_DEPTH_BUFFER
		float fragCoordZ = vHighPrecisionZW[ 0 ] / vHighPrecisionZW[ 1 ];
	#else
		float fragCoordZ = 0.5 * vHighPrecisionZW[ 0 ] / vHighPrecisionZW[ 1 ] + 0.5;
	#endif
	#if DEPTH_PACKING == 3200
		gl_FragColor = vec4( vec3( 1.0 - fragCoordZ ), opacity );
	#elif DEPTH_PACKING == 3201
		gl_FragColor = packDepthToRGBA( fragCoordZ );
	#elif DEPTH_PACKING == 3202
		gl_FragColor = vec4( packDepthToRGB( fragCoordZ ), 1.0 );
	#elif DEPTH_PACKING == 3203
		gl_FragColor = vec4( packDepthToRG( fragCoordZ ), 0.0, 1.0 );
	#endif
}`,DS=`#define DISTANCE
varying vec3 vWorldPosition;
#include <common>
#include <batching_pars_vertex>
#include <uv_pars_vertex>
#include <displacementmap_pars_vertex>
#include <morphtarget_pars_vertex>
#include <skinning_pars_vertex>
#include <clipping_planes_pars_vertex>
void main() {
	#include <uv_vertex>
	#include <batching_vertex>
	#include <skinbase_vertex>
	#include <morphinstance_vertex>
	#ifdef USE_DISPLACEMENTMAP
		#include <beginnormal_vertex>
		#include <morphnormal_vertex>
		#include <skinnormal_vertex>
	#endif
	#include <begin_vertex>
	#include <morphtarget_vertex>
	#include <skinning_vertex>
	#include <displacementmap_vertex>
	#include <project_vertex>
	#include <worldpos_vertex>
	#include <clipping_planes_vertex>
	vWorldPosition = worldPosition.xyz;
}`,NS=`#define DISTANCE
uniform vec3 referencePosition;
uniform float nearDistance;
uniform float farDistance;
varying vec3 vWorldPosition;
#include <common>
#include <uv_pars_fragment>
#include <map_pars_fragment>
#include <alphamap_pars_fragment>
#include <alphatest_pars_fragment>
#include <alphahash_pars_fragment>
#include <clipping_planes_pars_fragment>
void main() {
	vec4 diffuseColor = vec4( 1.0 );
	#include <clipping_planes_fragment>
	#include <map_fragment>
	#include <alphamap_fragment>
	#include <alphatest_fragment>
	#include <alphahash_fragment>
	float dist = length( vWorldPosition - referencePosition );
	dist = ( dist - nearDistance ) / ( farDistance - nearDistance );
	dist = saturate( dist );
	gl_FragColor = vec4( dist, 0.0, 0.0, 1.0 );
}`,US=`varying vec3 vWorldDirection;
#include <common>
void main() {
	vWorldDirection = transformDirection( position, modelMatrix );
	#include <begin_vertex>
	#include <project_vertex>
}`,FS=`uniform sampler2D tEquirect;
varying vec3 vWorldDirection;
#include <common>
void main() {
	vec3 direction = normalize( vWorldDirection );
	vec2 sampleUV = equirectUv( direction );
	gl_FragColor = texture2D( tEquirect, sampleUV );
	#include <tonemapping_fragment>
	#include <colorspace_fragment>
}`,OS=`uniform float scale;
attribute float lineDistance;
varying float vLineDistance;
#include <common>
#include <uv_pars_vertex>
#include <color_pars_vertex>
#include <fog_pars_vertex>
#include <morphtarget_pars_vertex>
#include <logdepthbuf_pars_vertex>
#include <clipping_planes_pars_vertex>
void main() {
	vLineDistance = scale * lineDistance;
	#include <uv_vertex>
	#include <color_vertex>
	#include <morphinstance_vertex>
	#include <morphcolor_vertex>
	#include <begin_vertex>
	#include <morphtarget_vertex>
	#include <project_vertex>
	#include <logdepthbuf_vertex>
	#include <clipping_planes_vertex>
	#include <fog_vertex>
}`,BS=`uniform vec3 diffuse;
uniform float opacity;
uniform float dashSize;
uniform float totalSize;
varying float vLineDistance;
#include <common>
#include <color_pars_fragment>
#include <uv_pars_fragment>
#include <map_pars_fragment>
#include <fog_pars_fragment>
#include <logdepthbuf_pars_fragment>
#include <clipping_planes_pars_fragment>
void main() {
	vec4 diffuseColor = vec4( diffuse, opacity );
	#include <clipping_planes_fragment>
	if ( mod( vLineDistance, totalSize ) > dashSize ) {
		discard;
	}
	vec3 outgoingLight = vec3( 0.0 );
	#include <logdepthbuf_fragment>
	#include <map_fragment>
	#include <color_fragment>
	outgoingLight = diffuseColor.rgb;
	#include <opaque_fragment>
	#include <tonemapping_fragment>
	#include <colorspace_fragment>
	#include <fog_fragment>
	#include <premultiplied_alpha_fragment>
}`,zS=`#include <common>
#include <batching_pars_vertex>
#include <uv_pars_vertex>
#include <envmap_pars_vertex>
#include <color_pars_vertex>
#include <fog_pars_vertex>
#include <morphtarget_pars_vertex>
#include <skinning_pars_vertex>
#include <logdepthbuf_pars_vertex>
#include <clipping_planes_pars_vertex>
void main() {
	#include <uv_vertex>
	#include <color_vertex>
	#include <morphinstance_vertex>
	#include <morphcolor_vertex>
	#include <batching_vertex>
	#if defined ( USE_ENVMAP ) || defined ( USE_SKINNING )
		#include <beginnormal_vertex>
		#include <morphnormal_vertex>
		#include <skinbase_vertex>
		#include <skinnormal_vertex>
		#include <defaultnormal_vertex>
	#endif
	#include <begin_vertex>
	#include <morphtarget_vertex>
	#include <skinning_vertex>
	#include <project_vertex>
	#include <logdepthbuf_vertex>
	#include <clipping_planes_vertex>
	#include <worldpos_vertex>
	#include <envmap_vertex>
	#include <fog_vertex>
}`,kS=`uniform vec3 diffuse;
uniform float opacity;
#ifndef FLAT_SHADED
	varying vec3 vNormal;
#endif
#include <common>
#include <dithering_pars_fragment>
#include <color_pars_fragment>
#include <uv_pars_fragment>
#include <map_pars_fragment>
#include <alphamap_pars_fragment>
#include <alphatest_pars_fragment>
#include <alphahash_pars_fragment>
#include <aomap_pars_fragment>
#include <lightmap_pars_fragment>
#include <envmap_common_pars_fragment>
#include <envmap_pars_fragment>
#include <fog_pars_fragment>
#include <specularmap_pars_fragment>
#include <logdepthbuf_pars_fragment>
#include <clipping_planes_pars_fragment>
void main() {
	vec4 diffuseColor = vec4( diffuse, opacity );
	#include <clipping_planes_fragment>
	#include <logdepthbuf_fragment>
	#include <map_fragment>
	#include <color_fragment>
	#include <alphamap_fragment>
	#include <alphatest_fragment>
	#include <alphahash_fragment>
	#include <specularmap_fragment>
	ReflectedLight reflectedLight = ReflectedLight( vec3( 0.0 ), vec3( 0.0 ), vec3( 0.0 ), vec3( 0.0 ) );
	#ifdef USE_LIGHTMAP
		vec4 lightMapTexel = texture2D( lightMap, vLightMapUv );
		reflectedLight.indirectDiffuse += lightMapTexel.rgb * lightMapIntensity * RECIPROCAL_PI;
	#else
		reflectedLight.indirectDiffuse += vec3( 1.0 );
	#endif
	#include <aomap_fragment>
	reflectedLight.indirectDiffuse *= diffuseColor.rgb;
	vec3 outgoingLight = reflectedLight.indirectDiffuse;
	#include <envmap_fragment>
	#include <opaque_fragment>
	#include <tonemapping_fragment>
	#include <colorspace_fragment>
	#include <fog_fragment>
	#include <premultiplied_alpha_fragment>
	#include <dithering_fragment>
}`,VS=`#define LAMBERT
varying vec3 vViewPosition;
#include <common>
#include <batching_pars_vertex>
#include <uv_pars_vertex>
#include <displacementmap_pars_vertex>
#include <envmap_pars_vertex>
#include <color_pars_vertex>
#include <fog_pars_vertex>
#include <normal_pars_vertex>
#include <morphtarget_pars_vertex>
#include <skinning_pars_vertex>
#include <shadowmap_pars_vertex>
#include <logdepthbuf_pars_vertex>
#include <clipping_planes_pars_vertex>
void main() {
	#include <uv_vertex>
	#include <color_vertex>
	#include <morphinstance_vertex>
	#include <morphcolor_vertex>
	#include <batching_vertex>
	#include <beginnormal_vertex>
	#include <morphnormal_vertex>
	#include <skinbase_vertex>
	#include <skinnormal_vertex>
	#include <defaultnormal_vertex>
	#include <normal_vertex>
	#include <begin_vertex>
	#include <morphtarget_vertex>
	#include <skinning_vertex>
	#include <displacementmap_vertex>
	#include <project_vertex>
	#include <logdepthbuf_vertex>
	#include <clipping_planes_vertex>
	vViewPosition = - mvPosition.xyz;
	#include <worldpos_vertex>
	#include <envmap_vertex>
	#include <shadowmap_vertex>
	#include <fog_vertex>
}`,GS=`#define LAMBERT
uniform vec3 diffuse;
uniform vec3 emissive;
uniform float opacity;
#include <common>
#include <dithering_pars_fragment>
#include <color_pars_fragment>
#include <uv_pars_fragment>
#include <map_pars_fragment>
#include <alphamap_pars_fragment>
#include <alphatest_pars_fragment>
#include <alphahash_pars_fragment>
#include <aomap_pars_fragment>
#include <lightmap_pars_fragment>
#include <emissivemap_pars_fragment>
#include <envmap_common_pars_fragment>
#include <envmap_pars_fragment>
#include <envmap_physical_pars_fragment>
#include <fog_pars_fragment>
#include <bsdfs>
#include <lights_pars_begin>
#include <normal_pars_fragment>
#include <lights_lambert_pars_fragment>
#include <shadowmap_pars_fragment>
#include <bumpmap_pars_fragment>
#include <normalmap_pars_fragment>
#include <specularmap_pars_fragment>
#include <logdepthbuf_pars_fragment>
#include <clipping_planes_pars_fragment>
void main() {
	vec4 diffuseColor = vec4( diffuse, opacity );
	#include <clipping_planes_fragment>
	ReflectedLight reflectedLight = ReflectedLight( vec3( 0.0 ), vec3( 0.0 ), vec3( 0.0 ), vec3( 0.0 ) );
	vec3 totalEmissiveRadiance = emissive;
	#include <logdepthbuf_fragment>
	#include <map_fragment>
	#include <color_fragment>
	#include <alphamap_fragment>
	#include <alphatest_fragment>
	#include <alphahash_fragment>
	#include <specularmap_fragment>
	#include <normal_fragment_begin>
	#include <normal_fragment_maps>
	#include <emissivemap_fragment>
	#include <lights_lambert_fragment>
	#include <lights_fragment_begin>
	#include <lights_fragment_maps>
	#include <lights_fragment_end>
	#include <aomap_fragment>
	vec3 outgoingLight = reflectedLight.directDiffuse + reflectedLight.indirectDiffuse + totalEmissiveRadiance;
	#include <envmap_fragment>
	#include <opaque_fragment>
	#include <tonemapping_fragment>
	#include <colorspace_fragment>
	#include <fog_fragment>
	#include <premultiplied_alpha_fragment>
	#include <dithering_fragment>
}`,HS=`#define MATCAP
varying vec3 vViewPosition;
#include <common>
#include <batching_pars_vertex>
#include <uv_pars_vertex>
#include <color_pars_vertex>
#include <displacementmap_pars_vertex>
#include <fog_pars_vertex>
#include <normal_pars_vertex>
#include <morphtarget_pars_vertex>
#include <skinning_pars_vertex>
#include <logdepthbuf_pars_vertex>
#include <clipping_planes_pars_vertex>
void main() {
	#include <uv_vertex>
	#include <color_vertex>
	#include <morphinstance_vertex>
	#include <morphcolor_vertex>
	#include <batching_vertex>
	#include <beginnormal_vertex>
	#include <morphnormal_vertex>
	#include <skinbase_vertex>
	#include <skinnormal_vertex>
	#include <defaultnormal_vertex>
	#include <normal_vertex>
	#include <begin_vertex>
	#include <morphtarget_vertex>
	#include <skinning_vertex>
	#include <displacementmap_vertex>
	#include <project_vertex>
	#include <logdepthbuf_vertex>
	#include <clipping_planes_vertex>
	#include <fog_vertex>
	vViewPosition = - mvPosition.xyz;
}`,WS=`#define MATCAP
uniform vec3 diffuse;
uniform float opacity;
uniform sampler2D matcap;
varying vec3 vViewPosition;
#include <common>
#include <dithering_pars_fragment>
#include <color_pars_fragment>
#include <uv_pars_fragment>
#include <map_pars_fragment>
#include <alphamap_pars_fragment>
#include <alphatest_pars_fragment>
#include <alphahash_pars_fragment>
#include <fog_pars_fragment>
#include <normal_pars_fragment>
#include <bumpmap_pars_fragment>
#include <normalmap_pars_fragment>
#include <logdepthbuf_pars_fragment>
#include <clipping_planes_pars_fragment>
void main() {
	vec4 diffuseColor = vec4( diffuse, opacity );
	#include <clipping_planes_fragment>
	#include <logdepthbuf_fragment>
	#include <map_fragment>
	#include <color_fragment>
	#include <alphamap_fragment>
	#include <alphatest_fragment>
	#include <alphahash_fragment>
	#include <normal_fragment_begin>
	#include <normal_fragment_maps>
	vec3 viewDir = normalize( vViewPosition );
	vec3 x = normalize( vec3( viewDir.z, 0.0, - viewDir.x ) );
	vec3 y = cross( viewDir, x );
	vec2 uv = vec2( dot( x, normal ), dot( y, normal ) ) * 0.495 + 0.5;
	#ifdef USE_MATCAP
		vec4 matcapColor = texture2D( matcap, uv );
	#else
		vec4 matcapColor = vec4( vec3( mix( 0.2, 0.8, uv.y ) ), 1.0 );
	#endif
	vec3 outgoingLight = diffuseColor.rgb * matcapColor.rgb;
	#include <opaque_fragment>
	#include <tonemapping_fragment>
	#include <colorspace_fragment>
	#include <fog_fragment>
	#include <premultiplied_alpha_fragment>
	#include <dithering_fragment>
}`,XS=`#define NORMAL
#if defined( FLAT_SHADED ) || defined( USE_BUMPMAP ) || defined( USE_NORMALMAP_TANGENTSPACE )
	varying vec3 vViewPosition;
#endif
#include <common>
#include <batching_pars_vertex>
#include <uv_pars_vertex>
#include <displacementmap_pars_vertex>
#include <normal_pars_vertex>
#include <morphtarget_pars_vertex>
#include <skinning_pars_vertex>
#include <logdepthbuf_pars_vertex>
#include <clipping_planes_pars_vertex>
void main() {
	#include <uv_vertex>
	#include <batching_vertex>
	#include <beginnormal_vertex>
	#include <morphinstance_vertex>
	#include <morphnormal_vertex>
	#include <skinbase_vertex>
	#include <skinnormal_vertex>
	#include <defaultnormal_vertex>
	#include <normal_vertex>
	#include <begin_vertex>
	#include <morphtarget_vertex>
	#include <skinning_vertex>
	#include <displacementmap_vertex>
	#include <project_vertex>
	#include <logdepthbuf_vertex>
	#include <clipping_planes_vertex>
#if defined( FLAT_SHADED ) || defined( USE_BUMPMAP ) || defined( USE_NORMALMAP_TANGENTSPACE )
	vViewPosition = - mvPosition.xyz;
#endif
}`,qS=`#define NORMAL
uniform float opacity;
#if defined( FLAT_SHADED ) || defined( USE_BUMPMAP ) || defined( USE_NORMALMAP_TANGENTSPACE )
	varying vec3 vViewPosition;
#endif
#include <uv_pars_fragment>
#include <normal_pars_fragment>
#include <bumpmap_pars_fragment>
#include <normalmap_pars_fragment>
#include <logdepthbuf_pars_fragment>
#include <clipping_planes_pars_fragment>
void main() {
	vec4 diffuseColor = vec4( 0.0, 0.0, 0.0, opacity );
	#include <clipping_planes_fragment>
	#include <logdepthbuf_fragment>
	#include <normal_fragment_begin>
	#include <normal_fragment_maps>
	gl_FragColor = vec4( normalize( normal ) * 0.5 + 0.5, diffuseColor.a );
	#ifdef OPAQUE
		gl_FragColor.a = 1.0;
	#endif
}`,YS=`#define PHONG
varying vec3 vViewPosition;
#include <common>
#include <batching_pars_vertex>
#include <uv_pars_vertex>
#include <displacementmap_pars_vertex>
#include <envmap_pars_vertex>
#include <color_pars_vertex>
#include <fog_pars_vertex>
#include <normal_pars_vertex>
#include <morphtarget_pars_vertex>
#include <skinning_pars_vertex>
#include <shadowmap_pars_vertex>
#include <logdepthbuf_pars_vertex>
#include <clipping_planes_pars_vertex>
void main() {
	#include <uv_vertex>
	#include <color_vertex>
	#include <morphcolor_vertex>
	#include <batching_vertex>
	#include <beginnormal_vertex>
	#include <morphinstance_vertex>
	#include <morphnormal_vertex>
	#include <skinbase_vertex>
	#include <skinnormal_vertex>
	#include <defaultnormal_vertex>
	#include <normal_vertex>
	#include <begin_vertex>
	#include <morphtarget_vertex>
	#include <skinning_vertex>
	#include <displacementmap_vertex>
	#include <project_vertex>
	#include <logdepthbuf_vertex>
	#include <clipping_planes_vertex>
	vViewPosition = - mvPosition.xyz;
	#include <worldpos_vertex>
	#include <envmap_vertex>
	#include <shadowmap_vertex>
	#include <fog_vertex>
}`,$S=`#define PHONG
uniform vec3 diffuse;
uniform vec3 emissive;
uniform vec3 specular;
uniform float shininess;
uniform float opacity;
#include <common>
#include <dithering_pars_fragment>
#include <color_pars_fragment>
#include <uv_pars_fragment>
#include <map_pars_fragment>
#include <alphamap_pars_fragment>
#include <alphatest_pars_fragment>
#include <alphahash_pars_fragment>
#include <aomap_pars_fragment>
#include <lightmap_pars_fragment>
#include <emissivemap_pars_fragment>
#include <envmap_common_pars_fragment>
#include <envmap_pars_fragment>
#include <envmap_physical_pars_fragment>
#include <fog_pars_fragment>
#include <bsdfs>
#include <lights_pars_begin>
#include <normal_pars_fragment>
#include <lights_phong_pars_fragment>
#include <shadowmap_pars_fragment>
#include <bumpmap_pars_fragment>
#include <normalmap_pars_fragment>
#include <specularmap_pars_fragment>
#include <logdepthbuf_pars_fragment>
#include <clipping_planes_pars_fragment>
void main() {
	vec4 diffuseColor = vec4( diffuse, opacity );
	#include <clipping_planes_fragment>
	ReflectedLight reflectedLight = ReflectedLight( vec3( 0.0 ), vec3( 0.0 ), vec3( 0.0 ), vec3( 0.0 ) );
	vec3 totalEmissiveRadiance = emissive;
	#include <logdepthbuf_fragment>
	#include <map_fragment>
	#include <color_fragment>
	#include <alphamap_fragment>
	#include <alphatest_fragment>
	#include <alphahash_fragment>
	#include <specularmap_fragment>
	#include <normal_fragment_begin>
	#include <normal_fragment_maps>
	#include <emissivemap_fragment>
	#include <lights_phong_fragment>
	#include <lights_fragment_begin>
	#include <lights_fragment_maps>
	#include <lights_fragment_end>
	#include <aomap_fragment>
	vec3 outgoingLight = reflectedLight.directDiffuse + reflectedLight.indirectDiffuse + reflectedLight.directSpecular + reflectedLight.indirectSpecular + totalEmissiveRadiance;
	#include <envmap_fragment>
	#include <opaque_fragment>
	#include <tonemapping_fragment>
	#include <colorspace_fragment>
	#include <fog_fragment>
	#include <premultiplied_alpha_fragment>
	#include <dithering_fragment>
}`,ZS=`#define STANDARD
varying vec3 vViewPosition;
#ifdef USE_TRANSMISSION
	varying vec3 vWorldPosition;
#endif
#include <common>
#include <batching_pars_vertex>
#include <uv_pars_vertex>
#include <displacementmap_pars_vertex>
#include <color_pars_vertex>
#include <fog_pars_vertex>
#include <normal_pars_vertex>
#include <morphtarget_pars_vertex>
#include <skinning_pars_vertex>
#include <shadowmap_pars_vertex>
#include <logdepthbuf_pars_vertex>
#include <clipping_planes_pars_vertex>
void main() {
	#include <uv_vertex>
	#include <color_vertex>
	#include <morphinstance_vertex>
	#include <morphcolor_vertex>
	#include <batching_vertex>
	#include <beginnormal_vertex>
	#include <morphnormal_vertex>
	#include <skinbase_vertex>
	#include <skinnormal_vertex>
	#include <defaultnormal_vertex>
	#include <normal_vertex>
	#include <begin_vertex>
	#include <morphtarget_vertex>
	#include <skinning_vertex>
	#include <displacementmap_vertex>
	#include <project_vertex>
	#include <logdepthbuf_vertex>
	#include <clipping_planes_vertex>
	vViewPosition = - mvPosition.xyz;
	#include <worldpos_vertex>
	#include <shadowmap_vertex>
	#include <fog_vertex>
#ifdef USE_TRANSMISSION
	vWorldPosition = worldPosition.xyz;
#endif
}`,JS=`#define STANDARD
#ifdef PHYSICAL
	#define IOR
	#define USE_SPECULAR
#endif
uniform vec3 diffuse;
uniform vec3 emissive;
uniform float roughness;
uniform float metalness;
uniform float opacity;
#ifdef IOR
	uniform float ior;
#endif
#ifdef USE_SPECULAR
	uniform float specularIntensity;
	uniform vec3 specularColor;
	#ifdef USE_SPECULAR_COLORMAP
		uniform sampler2D specularColorMap;
	#endif
	#ifdef USE_SPECULAR_INTENSITYMAP
		uniform sampler2D specularIntensityMap;
	#endif
#endif
#ifdef USE_CLEARCOAT
	uniform float clearcoat;
	uniform float clearcoatRoughness;
#endif
#ifdef USE_DIFFUSE_ROUGHNESS
	uniform float diffuseRoughness;
	#ifdef USE_DIFFUSE_ROUGHNESSMAP
		uniform sampler2D diffuseRoughnessMap;
	#endif
#endif
#ifdef USE_DISPERSION
	uniform float dispersion;
#endif
#ifdef USE_RETROREFLECTION
	uniform float retroreflectivity;
#endif
#ifdef USE_IRIDESCENCE
	uniform float iridescence;
	uniform float iridescenceIOR;
	uniform float iridescenceThicknessMinimum;
	uniform float iridescenceThicknessMaximum;
#endif
#ifdef USE_SHEEN
	uniform vec3 sheenColor;
	uniform float sheenRoughness;
	#ifdef USE_SHEEN_COLORMAP
		uniform sampler2D sheenColorMap;
	#endif
	#ifdef USE_SHEEN_ROUGHNESSMAP
		uniform sampler2D sheenRoughnessMap;
	#endif
#endif
#ifdef USE_ANISOTROPY
	uniform vec2 anisotropyVector;
	#ifdef USE_ANISOTROPYMAP
		uniform sampler2D anisotropyMap;
	#endif
#endif
varying vec3 vViewPosition;
#include <common>
#include <dithering_pars_fragment>
#include <color_pars_fragment>
#include <uv_pars_fragment>
#include <map_pars_fragment>
#include <alphamap_pars_fragment>
#include <alphatest_pars_fragment>
#include <alphahash_pars_fragment>
#include <aomap_pars_fragment>
#include <lightmap_pars_fragment>
#include <emissivemap_pars_fragment>
#include <iridescence_fragment>
#include <envmap_common_pars_fragment>
#include <envmap_physical_pars_fragment>
#include <fog_pars_fragment>
#include <lights_pars_begin>
#include <normal_pars_fragment>
#include <lights_physical_pars_fragment>
#include <transmission_pars_fragment>
#include <shadowmap_pars_fragment>
#include <bumpmap_pars_fragment>
#include <normalmap_pars_fragment>
#include <clearcoat_pars_fragment>
#include <iridescence_pars_fragment>
#include <roughnessmap_pars_fragment>
#include <metalnessmap_pars_fragment>
#include <logdepthbuf_pars_fragment>
#include <clipping_planes_pars_fragment>
void main() {
	vec4 diffuseColor = vec4( diffuse, opacity );
	#include <clipping_planes_fragment>
	ReflectedLight reflectedLight = ReflectedLight( vec3( 0.0 ), vec3( 0.0 ), vec3( 0.0 ), vec3( 0.0 ) );
	vec3 totalEmissiveRadiance = emissive;
	#include <logdepthbuf_fragment>
	#include <map_fragment>
	#include <color_fragment>
	#include <alphamap_fragment>
	#include <alphatest_fragment>
	#include <alphahash_fragment>
	#include <roughnessmap_fragment>
	#include <metalnessmap_fragment>
	#include <normal_fragment_begin>
	#include <normal_fragment_maps>
	#include <clearcoat_normal_fragment_begin>
	#include <clearcoat_normal_fragment_maps>
	#include <emissivemap_fragment>
	#include <lights_physical_fragment>
	#include <lights_fragment_begin>
	#include <lights_fragment_maps>
	#include <lights_fragment_end>
	#include <aomap_fragment>
	vec3 totalDiffuse = reflectedLight.directDiffuse + reflectedLight.indirectDiffuse;
	vec3 totalSpecular = reflectedLight.directSpecular + reflectedLight.indirectSpecular;
	#include <transmission_fragment>
	vec3 outgoingLight = totalDiffuse + totalSpecular + totalEmissiveRadiance;
	#ifdef USE_SHEEN
 
		outgoingLight = outgoingLight + sheenSpecularDirect + sheenSpecularIndirect;
 
 	#endif
	#ifdef USE_CLEARCOAT
		float dotNVcc = saturate( dot( geometryClearcoatNormal, geometryViewDir ) );
		vec3 Fcc = F_Schlick( material.clearcoatF0, material.clearcoatF90, dotNVcc );
		outgoingLight = outgoingLight * ( 1.0 - material.clearcoat * Fcc ) + ( clearcoatSpecularDirect + clearcoatSpecularIndirect ) * material.clearcoat;
	#endif
	#include <opaque_fragment>
	#include <tonemapping_fragment>
	#include <colorspace_fragment>
	#include <fog_fragment>
	#include <premultiplied_alpha_fragment>
	#include <dithering_fragment>
}`,KS=`#define TOON
varying vec3 vViewPosition;
#include <common>
#include <batching_pars_vertex>
#include <uv_pars_vertex>
#include <displacementmap_pars_vertex>
#include <color_pars_vertex>
#include <fog_pars_vertex>
#include <normal_pars_vertex>
#include <morphtarget_pars_vertex>
#include <skinning_pars_vertex>
#include <shadowmap_pars_vertex>
#include <logdepthbuf_pars_vertex>
#include <clipping_planes_pars_vertex>
void main() {
	#include <uv_vertex>
	#include <color_vertex>
	#include <morphinstance_vertex>
	#include <morphcolor_vertex>
	#include <batching_vertex>
	#include <beginnormal_vertex>
	#include <morphnormal_vertex>
	#include <skinbase_vertex>
	#include <skinnormal_vertex>
	#include <defaultnormal_vertex>
	#include <normal_vertex>
	#include <begin_vertex>
	#include <morphtarget_vertex>
	#include <skinning_vertex>
	#include <displacementmap_vertex>
	#include <project_vertex>
	#include <logdepthbuf_vertex>
	#include <clipping_planes_vertex>
	vViewPosition = - mvPosition.xyz;
	#include <worldpos_vertex>
	#include <shadowmap_vertex>
	#include <fog_vertex>
}`,jS=`#define TOON
uniform vec3 diffuse;
uniform vec3 emissive;
uniform float opacity;
#include <common>
#include <dithering_pars_fragment>
#include <color_pars_fragment>
#include <uv_pars_fragment>
#include <map_pars_fragment>
#include <alphamap_pars_fragment>
#include <alphatest_pars_fragment>
#include <alphahash_pars_fragment>
#include <aomap_pars_fragment>
#include <lightmap_pars_fragment>
#include <emissivemap_pars_fragment>
#include <gradientmap_pars_fragment>
#include <fog_pars_fragment>
#include <bsdfs>
#include <lights_pars_begin>
#include <normal_pars_fragment>
#include <lights_toon_pars_fragment>
#include <shadowmap_pars_fragment>
#include <bumpmap_pars_fragment>
#include <normalmap_pars_fragment>
#include <logdepthbuf_pars_fragment>
#include <clipping_planes_pars_fragment>
void main() {
	vec4 diffuseColor = vec4( diffuse, opacity );
	#include <clipping_planes_fragment>
	ReflectedLight reflectedLight = ReflectedLight( vec3( 0.0 ), vec3( 0.0 ), vec3( 0.0 ), vec3( 0.0 ) );
	vec3 totalEmissiveRadiance = emissive;
	#include <logdepthbuf_fragment>
	#include <map_fragment>
	#include <color_fragment>
	#include <alphamap_fragment>
	#include <alphatest_fragment>
	#include <alphahash_fragment>
	#include <normal_fragment_begin>
	#include <normal_fragment_maps>
	#include <emissivemap_fragment>
	#include <lights_toon_fragment>
	#include <lights_fragment_begin>
	#include <lights_fragment_maps>
	#include <lights_fragment_end>
	#include <aomap_fragment>
	vec3 outgoingLight = reflectedLight.directDiffuse + reflectedLight.indirectDiffuse + totalEmissiveRadiance;
	#include <opaque_fragment>
	#include <tonemapping_fragment>
	#include <colorspace_fragment>
	#include <fog_fragment>
	#include <premultiplied_alpha_fragment>
	#include <dithering_fragment>
}`,QS=`uniform float size;
uniform float scale;
#include <common>
#include <color_pars_vertex>
#include <fog_pars_vertex>
#include <morphtarget_pars_vertex>
#include <logdepthbuf_pars_vertex>
#include <clipping_planes_pars_vertex>
#ifdef USE_POINTS_UV
	varying vec2 vUv;
	uniform mat3 uvTransform;
#endif
void main() {
	#ifdef USE_POINTS_UV
		vUv = ( uvTransform * vec3( uv, 1 ) ).xy;
	#endif
	#include <color_vertex>
	#include <morphinstance_vertex>
	#include <morphcolor_vertex>
	#include <begin_vertex>
	#include <morphtarget_vertex>
	#include <project_vertex>
	gl_PointSize = size;
	#ifdef USE_SIZEATTENUATION
		bool isPerspective = isPerspectiveMatrix( projectionMatrix );
		if ( isPerspective ) gl_PointSize *= ( scale / - mvPosition.z );
	#endif
	#include <logdepthbuf_vertex>
	#include <clipping_planes_vertex>
	#include <worldpos_vertex>
	#include <fog_vertex>
}`,tM=`uniform vec3 diffuse;
uniform float opacity;
#include <common>
#include <color_pars_fragment>
#include <map_particle_pars_fragment>
#include <alphatest_pars_fragment>
#include <alphahash_pars_fragment>
#include <fog_pars_fragment>
#include <logdepthbuf_pars_fragment>
#include <clipping_planes_pars_fragment>
void main() {
	vec4 diffuseColor = vec4( diffuse, opacity );
	#include <clipping_planes_fragment>
	vec3 outgoingLight = vec3( 0.0 );
	#include <logdepthbuf_fragment>
	#include <map_particle_fragment>
	#include <color_fragment>
	#include <alphatest_fragment>
	#include <alphahash_fragment>
	outgoingLight = diffuseColor.rgb;
	#include <opaque_fragment>
	#include <tonemapping_fragment>
	#include <colorspace_fragment>
	#include <fog_fragment>
	#include <premultiplied_alpha_fragment>
}`,eM=`#include <common>
#include <batching_pars_vertex>
#include <fog_pars_vertex>
#include <morphtarget_pars_vertex>
#include <skinning_pars_vertex>
#include <logdepthbuf_pars_vertex>
#include <shadowmap_pars_vertex>
void main() {
	#include <batching_vertex>
	#include <beginnormal_vertex>
	#include <morphinstance_vertex>
	#include <morphnormal_vertex>
	#include <skinbase_vertex>
	#include <skinnormal_vertex>
	#include <defaultnormal_vertex>
	#include <begin_vertex>
	#include <morphtarget_vertex>
	#include <skinning_vertex>
	#include <project_vertex>
	#include <logdepthbuf_vertex>
	#include <worldpos_vertex>
	#include <shadowmap_vertex>
	#include <fog_vertex>
}`,nM=`uniform vec3 color;
uniform float opacity;
#include <common>
#include <fog_pars_fragment>
#include <bsdfs>
#include <lights_pars_begin>
#include <logdepthbuf_pars_fragment>
#include <shadowmap_pars_fragment>
#include <shadowmask_pars_fragment>
void main() {
	#include <logdepthbuf_fragment>
	gl_FragColor = vec4( color, opacity * ( 1.0 - getShadowMask() ) );
	#include <tonemapping_fragment>
	#include <colorspace_fragment>
	#include <fog_fragment>
	#include <premultiplied_alpha_fragment>
}`,iM=`uniform float rotation;
uniform vec2 center;
#include <common>
#include <uv_pars_vertex>
#include <fog_pars_vertex>
#include <logdepthbuf_pars_vertex>
#include <clipping_planes_pars_vertex>
void main() {
	#include <uv_vertex>
	vec4 mvPosition = modelViewMatrix[ 3 ];
	vec2 scale = vec2( length( modelMatrix[ 0 ].xyz ), length( modelMatrix[ 1 ].xyz ) );
	#ifndef USE_SIZEATTENUATION
		bool isPerspective = isPerspectiveMatrix( projectionMatrix );
		if ( isPerspective ) scale *= - mvPosition.z;
	#endif
	vec2 alignedPosition = ( position.xy - ( center - vec2( 0.5 ) ) ) * scale;
	vec2 rotatedPosition;
	rotatedPosition.x = cos( rotation ) * alignedPosition.x - sin( rotation ) * alignedPosition.y;
	rotatedPosition.y = sin( rotation ) * alignedPosition.x + cos( rotation ) * alignedPosition.y;
	mvPosition.xy += rotatedPosition;
	gl_Position = projectionMatrix * mvPosition;
	#include <logdepthbuf_vertex>
	#include <clipping_planes_vertex>
	#include <fog_vertex>
}`,sM=`uniform vec3 diffuse;
uniform float opacity;
#include <common>
#include <uv_pars_fragment>
#include <map_pars_fragment>
#include <alphamap_pars_fragment>
#include <alphatest_pars_fragment>
#include <alphahash_pars_fragment>
#include <fog_pars_fragment>
#include <logdepthbuf_pars_fragment>
#include <clipping_planes_pars_fragment>
void main() {
	vec4 diffuseColor = vec4( diffuse, opacity );
	#include <clipping_planes_fragment>
	vec3 outgoingLight = vec3( 0.0 );
	#include <logdepthbuf_fragment>
	#include <map_fragment>
	#include <alphamap_fragment>
	#include <alphatest_fragment>
	#include <alphahash_fragment>
	outgoingLight = diffuseColor.rgb;
	#include <opaque_fragment>
	#include <tonemapping_fragment>
	#include <colorspace_fragment>
	#include <fog_fragment>
}`,de={alphahash_fragment:Ty,alphahash_pars_fragment:Ey,alphamap_fragment:Ry,alphamap_pars_fragment:Cy,alphatest_fragment:Py,alphatest_pars_fragment:Iy,aomap_fragment:Ly,aomap_pars_fragment:Dy,batching_pars_vertex:Ny,batching_vertex:Uy,begin_vertex:Fy,beginnormal_vertex:Oy,bsdfs:By,iridescence_fragment:zy,bumpmap_pars_fragment:ky,clipping_planes_fragment:Vy,clipping_planes_pars_fragment:Gy,clipping_planes_pars_vertex:Hy,clipping_planes_vertex:Wy,color_fragment:Xy,color_pars_fragment:qy,color_pars_vertex:Yy,color_vertex:$y,common:Zy,defaultnormal_vertex:Jy,displacementmap_pars_vertex:Ky,displacementmap_vertex:jy,emissivemap_fragment:Qy,emissivemap_pars_fragment:tv,colorspace_fragment:ev,colorspace_pars_fragment:nv,envmap_fragment:iv,envmap_common_pars_fragment:sv,envmap_pars_fragment:rv,envmap_pars_vertex:ov,envmap_physical_pars_fragment:_v,envmap_vertex:av,fog_vertex:lv,fog_pars_vertex:cv,fog_fragment:hv,fog_pars_fragment:uv,gradientmap_pars_fragment:dv,lightmap_pars_fragment:fv,lights_lambert_fragment:pv,lights_lambert_pars_fragment:mv,lights_pars_begin:gv,lights_toon_fragment:xv,lights_toon_pars_fragment:yv,lights_phong_fragment:vv,lights_phong_pars_fragment:Sv,lights_physical_fragment:Mv,lights_physical_pars_fragment:bv,lights_fragment_begin:wv,lights_fragment_maps:Av,lights_fragment_end:Tv,lightprobes_pars_fragment:Ev,logdepthbuf_fragment:Rv,logdepthbuf_pars_fragment:Cv,logdepthbuf_pars_vertex:Pv,logdepthbuf_vertex:Iv,map_fragment:Lv,map_pars_fragment:Dv,map_particle_fragment:Nv,map_particle_pars_fragment:Uv,metalnessmap_fragment:Fv,metalnessmap_pars_fragment:Ov,morphinstance_vertex:Bv,morphcolor_vertex:zv,morphnormal_vertex:kv,morphtarget_pars_vertex:Vv,morphtarget_vertex:Gv,normal_fragment_begin:Hv,normal_fragment_maps:Wv,normal_pars_fragment:Xv,normal_pars_vertex:qv,normal_vertex:Yv,normalmap_pars_fragment:$v,clearcoat_normal_fragment_begin:Zv,clearcoat_normal_fragment_maps:Jv,clearcoat_pars_fragment:Kv,iridescence_pars_fragment:jv,opaque_fragment:Qv,packing:tS,premultiplied_alpha_fragment:eS,project_vertex:nS,dithering_fragment:iS,dithering_pars_fragment:sS,roughnessmap_fragment:rS,roughnessmap_pars_fragment:oS,shadowmap_pars_fragment:aS,shadowmap_pars_vertex:lS,shadowmap_vertex:cS,shadowmask_pars_fragment:hS,skinbase_vertex:uS,skinning_pars_vertex:dS,skinning_vertex:fS,skinnormal_vertex:pS,specularmap_fragment:mS,specularmap_pars_fragment:gS,tonemapping_fragment:_S,tonemapping_pars_fragment:xS,transmission_fragment:yS,transmission_pars_fragment:vS,uv_pars_fragment:SS,uv_pars_vertex:MS,uv_vertex:bS,worldpos_vertex:wS,background_vert:AS,background_frag:TS,backgroundCube_vert:ES,backgroundCube_frag:RS,cube_vert:CS,cube_frag:PS,depth_vert:IS,depth_frag:LS,distance_vert:DS,distance_frag:NS,equirect_vert:US,equirect_frag:FS,linedashed_vert:OS,linedashed_frag:BS,meshbasic_vert:zS,meshbasic_frag:kS,meshlambert_vert:VS,meshlambert_frag:GS,meshmatcap_vert:HS,meshmatcap_frag:WS,meshnormal_vert:XS,meshnormal_frag:qS,meshphong_vert:YS,meshphong_frag:$S,meshphysical_vert:ZS,meshphysical_frag:JS,meshtoon_vert:KS,meshtoon_frag:jS,points_vert:QS,points_frag:tM,shadow_vert:eM,shadow_frag:nM,sprite_vert:iM,sprite_frag:sM},Pt={common:{diffuse:{value:new $t(16777215)},opacity:{value:1},map:{value:null},mapTransform:{value:new ie},alphaMap:{value:null},alphaMapTransform:{value:new ie},alphaTest:{value:0}},specularmap:{specularMap:{value:null},specularMapTransform:{value:new ie}},envmap:{envMap:{value:null},envMapRotation:{value:new ie},reflectivity:{value:1},ior:{value:1.5},refractionRatio:{value:.98},dfgLUT:{value:null}},aomap:{aoMap:{value:null},aoMapIntensity:{value:1},aoMapTransform:{value:new ie}},lightmap:{lightMap:{value:null},lightMapIntensity:{value:1},lightMapTransform:{value:new ie}},bumpmap:{bumpMap:{value:null},bumpMapTransform:{value:new ie},bumpScale:{value:1}},normalmap:{normalMap:{value:null},normalMapTransform:{value:new ie},normalScale:{value:new Ht(1,1)}},displacementmap:{displacementMap:{value:null},displacementMapTransform:{value:new ie},displacementScale:{value:1},displacementBias:{value:0}},emissivemap:{emissiveMap:{value:null},emissiveMapTransform:{value:new ie}},metalnessmap:{metalnessMap:{value:null},metalnessMapTransform:{value:new ie}},roughnessmap:{roughnessMap:{value:null},roughnessMapTransform:{value:new ie}},gradientmap:{gradientMap:{value:null}},fog:{fogDensity:{value:25e-5},fogNear:{value:1},fogFar:{value:2e3},fogColor:{value:new $t(16777215)}},lights:{ambientLightColor:{value:[]},lightProbe:{value:[]},sunLights:{value:[],properties:{direction:{},color:{}}},sunLightShadows:{value:[],properties:{shadowIntensity:1,shadowBias:{},shadowNormalBias:{},shadowRadius:{},shadowMapSize:{}}},sunShadowMatrix:{value:[]},sunShadowCascade:{value:[]},directionalLights:{value:[],properties:{direction:{},color:{}}},directionalLightShadows:{value:[],properties:{shadowIntensity:1,shadowBias:{},shadowNormalBias:{},shadowRadius:{},shadowMapSize:{}}},directionalShadowMatrix:{value:[]},spotLights:{value:[],properties:{color:{},position:{},direction:{},distance:{},coneCos:{},penumbraCos:{},decay:{}}},spotLightShadows:{value:[],properties:{shadowIntensity:1,shadowBias:{},shadowNormalBias:{},shadowRadius:{},shadowMapSize:{}}},spotLightMap:{value:[]},spotLightMatrix:{value:[]},pointLights:{value:[],properties:{color:{},position:{},decay:{},distance:{}}},pointLightShadows:{value:[],properties:{shadowIntensity:1,shadowBias:{},shadowNormalBias:{},shadowRadius:{},shadowMapSize:{},shadowCameraNear:{},shadowCameraFar:{}}},pointShadowMatrix:{value:[]},hemisphereLights:{value:[],properties:{direction:{},skyColor:{},groundColor:{}}},rectAreaLights:{value:[],properties:{color:{},position:{},width:{},height:{}}},ltc_1:{value:null},ltc_2:{value:null},probesSH:{value:[]},probesMin:{value:[]},probesMax:{value:[]},probesResolution:{value:[]}},points:{diffuse:{value:new $t(16777215)},opacity:{value:1},size:{value:1},scale:{value:1},map:{value:null},alphaMap:{value:null},alphaMapTransform:{value:new ie},alphaTest:{value:0},uvTransform:{value:new ie}},sprite:{diffuse:{value:new $t(16777215)},opacity:{value:1},center:{value:new Ht(.5,.5)},rotation:{value:0},map:{value:null},mapTransform:{value:new ie},alphaMap:{value:null},alphaMapTransform:{value:new ie},alphaTest:{value:0}}},jn={basic:{uniforms:zn([Pt.common,Pt.specularmap,Pt.envmap,Pt.aomap,Pt.lightmap,Pt.fog]),vertexShader:de.meshbasic_vert,fragmentShader:de.meshbasic_frag},lambert:{uniforms:zn([Pt.common,Pt.specularmap,Pt.envmap,Pt.aomap,Pt.lightmap,Pt.emissivemap,Pt.bumpmap,Pt.normalmap,Pt.displacementmap,Pt.fog,Pt.lights,{emissive:{value:new $t(0)},envMapIntensity:{value:1}}]),vertexShader:de.meshlambert_vert,fragmentShader:de.meshlambert_frag},phong:{uniforms:zn([Pt.common,Pt.specularmap,Pt.envmap,Pt.aomap,Pt.lightmap,Pt.emissivemap,Pt.bumpmap,Pt.normalmap,Pt.displacementmap,Pt.fog,Pt.lights,{emissive:{value:new $t(0)},specular:{value:new $t(1118481)},shininess:{value:30},envMapIntensity:{value:1}}]),vertexShader:de.meshphong_vert,fragmentShader:de.meshphong_frag},standard:{uniforms:zn([Pt.common,Pt.envmap,Pt.aomap,Pt.lightmap,Pt.emissivemap,Pt.bumpmap,Pt.normalmap,Pt.displacementmap,Pt.roughnessmap,Pt.metalnessmap,Pt.fog,Pt.lights,{emissive:{value:new $t(0)},roughness:{value:1},metalness:{value:0},envMapIntensity:{value:1}}]),vertexShader:de.meshphysical_vert,fragmentShader:de.meshphysical_frag},toon:{uniforms:zn([Pt.common,Pt.aomap,Pt.lightmap,Pt.emissivemap,Pt.bumpmap,Pt.normalmap,Pt.displacementmap,Pt.gradientmap,Pt.fog,Pt.lights,{emissive:{value:new $t(0)}}]),vertexShader:de.meshtoon_vert,fragmentShader:de.meshtoon_frag},matcap:{uniforms:zn([Pt.common,Pt.bumpmap,Pt.normalmap,Pt.displacementmap,Pt.fog,{matcap:{value:null}}]),vertexShader:de.meshmatcap_vert,fragmentShader:de.meshmatcap_frag},points:{uniforms:zn([Pt.points,Pt.fog]),vertexShader:de.points_vert,fragmentShader:de.points_frag},dashed:{uniforms:zn([Pt.common,Pt.fog,{scale:{value:1},dashSize:{value:1},totalSize:{value:2}}]),vertexShader:de.linedashed_vert,fragmentShader:de.linedashed_frag},depth:{uniforms:zn([Pt.common,Pt.displacementmap]),vertexShader:de.depth_vert,fragmentShader:de.depth_frag},normal:{uniforms:zn([Pt.common,Pt.bumpmap,Pt.normalmap,Pt.displacementmap,{opacity:{value:1}}]),vertexShader:de.meshnormal_vert,fragmentShader:de.meshnormal_frag},sprite:{uniforms:zn([Pt.sprite,Pt.fog]),vertexShader:de.sprite_vert,fragmentShader:de.sprite_frag},background:{uniforms:{uvTransform:{value:new ie},t2D:{value:null},backgroundIntensity:{value:1}},vertexShader:de.background_vert,fragmentShader:de.background_frag},backgroundCube:{uniforms:{envMap:{value:null},backgroundBlurriness:{value:0},backgroundIntensity:{value:1},backgroundRotation:{value:new ie}},vertexShader:de.backgroundCube_vert,fragmentShader:de.backgroundCube_frag},cube:{uniforms:{tCube:{value:null},tFlip:{value:-1},opacity:{value:1}},vertexShader:de.cube_vert,fragmentShader:de.cube_frag},equirect:{uniforms:{tEquirect:{value:null}},vertexShader:de.equirect_vert,fragmentShader:de.equirect_frag},distance:{uniforms:zn([Pt.common,Pt.displacementmap,{referencePosition:{value:new C},nearDistance:{value:1},farDistance:{value:1e3}}]),vertexShader:de.distance_vert,fragmentShader:de.distance_frag},shadow:{uniforms:zn([Pt.lights,Pt.fog,{color:{value:new $t(0)},opacity:{value:1}}]),vertexShader:de.shadow_vert,fragmentShader:de.shadow_frag}};jn.physical={uniforms:zn([jn.standard.uniforms,{clearcoat:{value:0},clearcoatMap:{value:null},clearcoatMapTransform:{value:new ie},clearcoatNormalMap:{value:null},clearcoatNormalMapTransform:{value:new ie},clearcoatNormalScale:{value:new Ht(1,1)},clearcoatRoughness:{value:0},clearcoatRoughnessMap:{value:null},clearcoatRoughnessMapTransform:{value:new ie},diffuseRoughness:{value:0},diffuseRoughnessMap:{value:null},diffuseRoughnessMapTransform:{value:new ie},dispersion:{value:0},retroreflectivity:{value:0},iridescence:{value:0},iridescenceMap:{value:null},iridescenceMapTransform:{value:new ie},iridescenceIOR:{value:1.3},iridescenceThicknessMinimum:{value:100},iridescenceThicknessMaximum:{value:400},iridescenceThicknessMap:{value:null},iridescenceThicknessMapTransform:{value:new ie},sheen:{value:0},sheenColor:{value:new $t(0)},sheenColorMap:{value:null},sheenColorMapTransform:{value:new ie},sheenRoughness:{value:1},sheenRoughnessMap:{value:null},sheenRoughnessMapTransform:{value:new ie},transmission:{value:0},transmissionMap:{value:null},transmissionMapTransform:{value:new ie},transmissionSamplerSize:{value:new Ht},transmissionSamplerMap:{value:null},thickness:{value:0},thicknessMap:{value:null},thicknessMapTransform:{value:new ie},attenuationDistance:{value:0},attenuationColor:{value:new $t(0)},specularColor:{value:new $t(1,1,1)},specularColorMap:{value:null},specularColorMapTransform:{value:new ie},specularIntensity:{value:1},specularIntensityMap:{value:null},specularIntensityMapTransform:{value:new ie},anisotropyVector:{value:new Ht},anisotropyMap:{value:null},anisotropyMapTransform:{value:new ie}}]),vertexShader:de.meshphysical_vert,fragmentShader:de.meshphysical_frag};var dh={r:0,b:0,g:0},rM=new Ot,yg=new ie;yg.set(-1,0,0,0,1,0,0,0,1);function oM(i,t,e,n,s,r){let o=new $t(0),a=s===!0?0:1,l,c,h=null,u=0,d=null;function f(S){let E=S.isScene===!0?S.background:null;if(E&&E.isTexture){let y=S.backgroundBlurriness>0;E=t.get(E,y)}return E}function p(S){let E=!1,y=f(S);y===null?m(o,a):y&&y.isColor&&(m(y,1),E=!0);let R=i.xr.getEnvironmentBlendMode();R==="additive"?e.buffers.color.setClear(0,0,0,1,r):R==="alpha-blend"&&e.buffers.color.setClear(0,0,0,0,r),(i.autoClear||E)&&(e.buffers.depth.setTest(!0),e.buffers.depth.setMask(!0),e.buffers.color.setMask(!0),i.clear(i.autoClearColor,i.autoClearDepth,i.autoClearStencil))}function x(S,E){let y=f(E);y&&y.isCubeTexture?(c===void 0&&(c=new Bn(new Ni(1,1,1),new Mi({name:"BackgroundCubeMaterial",uniforms:fr(jn.backgroundCube.uniforms),vertexShader:jn.backgroundCube.vertexShader,fragmentShader:jn.backgroundCube.fragmentShader,side:Jn,depthTest:!1,depthWrite:!1,fog:!1,allowOverride:!1})),c.geometry.deleteAttribute("normal"),c.geometry.deleteAttribute("uv"),c.onBeforeRender=function(R,T,_){this.matrixWorld.copyPosition(_.matrixWorld)},Object.defineProperty(c.material,"envMap",{get:function(){return this.uniforms.envMap.value}}),n.update(c)),c.material.uniforms.envMap.value=y,c.material.uniforms.backgroundBlurriness.value=E.backgroundBlurriness,c.material.uniforms.backgroundIntensity.value=E.backgroundIntensity,c.material.uniforms.backgroundRotation.value.setFromMatrix4(rM.makeRotationFromEuler(E.backgroundRotation)).transpose(),y.isRenderTargetTexture===!1&&c.material.uniforms.backgroundRotation.value.premultiply(yg),c.material.toneMapped=_e.getTransfer(y.colorSpace)!==Ee,(h!==y||u!==y.version||d!==i.toneMapping)&&(c.material.needsUpdate=!0,h=y,u=y.version,d=i.toneMapping),c.layers.enableAll(),S.unshift(c,c.geometry,c.material,0,0,null)):y&&y.isTexture&&(l===void 0&&(l=new Bn(new xa(2,2),new Mi({name:"BackgroundMaterial",uniforms:fr(jn.background.uniforms),vertexShader:jn.background.vertexShader,fragmentShader:jn.background.fragmentShader,side:Qi,depthTest:!1,depthWrite:!1,fog:!1,allowOverride:!1})),l.geometry.deleteAttribute("normal"),Object.defineProperty(l.material,"map",{get:function(){return this.uniforms.t2D.value}}),n.update(l)),l.material.uniforms.t2D.value=y,l.material.uniforms.backgroundIntensity.value=E.backgroundIntensity,l.material.toneMapped=_e.getTransfer(y.colorSpace)!==Ee,y.matrixAutoUpdate===!0&&y.updateMatrix(),l.material.uniforms.uvTransform.value.copy(y.matrix),(h!==y||u!==y.version||d!==i.toneMapping)&&(l.material.needsUpdate=!0,h=y,u=y.version,d=i.toneMapping),l.layers.enableAll(),S.unshift(l,l.geometry,l.material,0,0,null))}function m(S,E){S.getRGB(dh,Xd(i)),e.buffers.color.setClear(dh.r,dh.g,dh.b,E,r)}function g(){c!==void 0&&(c.geometry.dispose(),c.material.dispose(),c=void 0),l!==void 0&&(l.geometry.dispose(),l.material.dispose(),l=void 0)}return{getClearColor:function(){return o},setClearColor:function(S,E=1){o.set(S),a=E,m(o,a)},getClearAlpha:function(){return a},setClearAlpha:function(S){a=S,m(o,a)},render:p,addToRenderList:x,dispose:g}}function aM(i,t){let e=i.getParameter(i.MAX_VERTEX_ATTRIBS),n={},s=d(null),r=s,o=!1;function a(D,z,V,N,H){let q=!1,G=u(D,N,V,z);r!==G&&(r=G,c(r.object)),q=f(D,N,V,H),q&&p(D,N,V,H),H!==null&&t.update(H,i.ELEMENT_ARRAY_BUFFER),(q||o)&&(o=!1,y(D,z,V,N),H!==null&&i.bindBuffer(i.ELEMENT_ARRAY_BUFFER,t.get(H).buffer))}function l(){return i.createVertexArray()}function c(D){return i.bindVertexArray(D)}function h(D){return i.deleteVertexArray(D)}function u(D,z,V,N){let H=N.wireframe===!0,q=n[z.id];q===void 0&&(q={},n[z.id]=q);let G=D.isInstancedMesh===!0?D.id:0,lt=q[G];lt===void 0&&(lt={},q[G]=lt);let $=lt[V.id];$===void 0&&($={},lt[V.id]=$);let K=$[H];return K===void 0&&(K=d(l()),$[H]=K),K}function d(D){let z=[],V=[],N=[];for(let H=0;H<e;H++)z[H]=0,V[H]=0,N[H]=0;return{geometry:null,program:null,wireframe:!1,newAttributes:z,enabledAttributes:V,attributeDivisors:N,object:D,attributes:{},index:null}}function f(D,z,V,N){let H=r.attributes,q=z.attributes,G=0,lt=V.getAttributes();for(let $ in lt)if(lt[$].location>=0){let et=H[$],dt=q[$];if(dt===void 0&&($==="instanceMatrix"&&D.instanceMatrix&&(dt=D.instanceMatrix),$==="instanceColor"&&D.instanceColor&&(dt=D.instanceColor)),et===void 0||et.attribute!==dt||dt&&et.data!==dt.data)return!0;G++}return r.attributesNum!==G||r.index!==N}function p(D,z,V,N){let H={},q=z.attributes,G=0,lt=V.getAttributes();for(let $ in lt)if(lt[$].location>=0){let et=q[$];et===void 0&&($==="instanceMatrix"&&D.instanceMatrix&&(et=D.instanceMatrix),$==="instanceColor"&&D.instanceColor&&(et=D.instanceColor));let dt={};dt.attribute=et,et&&et.data&&(dt.data=et.data),H[$]=dt,G++}r.attributes=H,r.attributesNum=G,r.index=N}function x(){let D=r.newAttributes;for(let z=0,V=D.length;z<V;z++)D[z]=0}function m(D){g(D,0)}function g(D,z){let V=r.newAttributes,N=r.enabledAttributes,H=r.attributeDivisors;V[D]=1,N[D]===0&&(i.enableVertexAttribArray(D),N[D]=1),H[D]!==z&&(i.vertexAttribDivisor(D,z),H[D]=z)}function S(){let D=r.newAttributes,z=r.enabledAttributes;for(let V=0,N=z.length;V<N;V++)z[V]!==D[V]&&(i.disableVertexAttribArray(V),z[V]=0)}function E(D,z,V,N,H,q,G){G===!0?i.vertexAttribIPointer(D,z,V,H,q):i.vertexAttribPointer(D,z,V,N,H,q)}function y(D,z,V,N){x();let H=N.attributes,q=V.getAttributes(),G=z.defaultAttributeValues;for(let lt in q){let $=q[lt];if($.location>=0){let K=H[lt];if(K===void 0&&(lt==="instanceMatrix"&&D.instanceMatrix&&(K=D.instanceMatrix),lt==="instanceColor"&&D.instanceColor&&(K=D.instanceColor)),K!==void 0){let et=K.normalized,dt=K.itemSize,ut=t.get(K);if(ut===void 0)continue;let tt=ut.buffer,mt=ut.type,xt=ut.bytesPerElement,Et=mt===i.INT||mt===i.UNSIGNED_INT||K.gpuType===Cc;if(K.isInterleavedBufferAttribute){let Mt=K.data,qt=Mt.isInterleavedBuffer===!0?Mt.stride:Mt.itemSize,oe=K.offset;if(Mt.isInstancedInterleavedBuffer||Mt.isInstancedBufferAttribute){for(let Wt=0;Wt<$.locationSize;Wt++)g($.location+Wt,Mt.meshPerAttribute);D.isInstancedMesh!==!0&&N._maxInstanceCount===void 0&&(N._maxInstanceCount=Mt.meshPerAttribute*Mt.count)}else for(let Wt=0;Wt<$.locationSize;Wt++)m($.location+Wt);i.bindBuffer(i.ARRAY_BUFFER,tt);for(let Wt=0;Wt<$.locationSize;Wt++)E($.location+Wt,dt/$.locationSize,mt,et,qt*xt,(oe+dt/$.locationSize*Wt)*xt,Et)}else{if(K.isInstancedBufferAttribute){for(let Mt=0;Mt<$.locationSize;Mt++)g($.location+Mt,K.meshPerAttribute);D.isInstancedMesh!==!0&&N._maxInstanceCount===void 0&&(N._maxInstanceCount=K.meshPerAttribute*K.count)}else for(let Mt=0;Mt<$.locationSize;Mt++)m($.location+Mt);i.bindBuffer(i.ARRAY_BUFFER,tt);for(let Mt=0;Mt<$.locationSize;Mt++)E($.location+Mt,dt/$.locationSize,mt,et,dt*xt,dt/$.locationSize*Mt*xt,Et)}}else if(G!==void 0){let et=G[lt];if(et!==void 0)switch(et.length){case 2:i.vertexAttrib2fv($.location,et);break;case 3:i.vertexAttrib3fv($.location,et);break;case 4:i.vertexAttrib4fv($.location,et);break;default:i.vertexAttrib1fv($.location,et)}}}}S()}function R(){F();for(let D in n){let z=n[D];for(let V in z){let N=z[V];for(let H in N){let q=N[H];for(let G in q)h(q[G].object),delete q[G];delete N[H]}}delete n[D]}}function T(D){if(n[D.id]===void 0)return;let z=n[D.id];for(let V in z){let N=z[V];for(let H in N){let q=N[H];for(let G in q)h(q[G].object),delete q[G];delete N[H]}}delete n[D.id]}function _(D){for(let z in n){let V=n[z];for(let N in V){let H=V[N];if(H[D.id]===void 0)continue;let q=H[D.id];for(let G in q)h(q[G].object),delete q[G];delete H[D.id]}}}function w(D){for(let z in n){let V=n[z],N=D.isInstancedMesh===!0?D.id:0,H=V[N];if(H!==void 0){for(let q in H){let G=H[q];for(let lt in G)h(G[lt].object),delete G[lt];delete H[q]}delete V[N],Object.keys(V).length===0&&delete n[z]}}}function F(){I(),o=!0,r!==s&&(r=s,c(r.object))}function I(){s.geometry=null,s.program=null,s.wireframe=!1}return{setup:a,reset:F,resetDefaultState:I,dispose:R,releaseStatesOfGeometry:T,releaseStatesOfObject:w,releaseStatesOfProgram:_,initAttributes:x,enableAttribute:m,disableUnusedAttributes:S}}function lM(i,t,e){let n;function s(l){n=l}function r(l,c){i.drawArrays(n,l,c),e.update(c,n,1)}function o(l,c,h){h!==0&&(i.drawArraysInstanced(n,l,c,h),e.update(c,n,h))}function a(l,c,h){if(h===0)return;t.get("WEBGL_multi_draw").multiDrawArraysWEBGL(n,l,0,c,0,h);let d=0;for(let f=0;f<h;f++)d+=c[f];e.update(d,n,1)}this.setMode=s,this.render=r,this.renderInstances=o,this.renderMultiDraw=a}function cM(i,t,e,n){let s;function r(){if(s!==void 0)return s;if(t.has("EXT_texture_filter_anisotropic")===!0){let _=t.get("EXT_texture_filter_anisotropic");s=i.getParameter(_.MAX_TEXTURE_MAX_ANISOTROPY_EXT)}else s=0;return s}function o(_){return!(_!==ui&&n.convert(_)!==i.getParameter(i.IMPLEMENTATION_COLOR_READ_FORMAT))}function a(_){let w=_===Ui&&(t.has("EXT_color_buffer_half_float")||t.has("EXT_color_buffer_float"));return!(_!==ii&&_!==ei&&!w&&n.convert(_)!==i.getParameter(i.IMPLEMENTATION_COLOR_READ_TYPE))}function l(_){if(_==="highp"){if(i.getShaderPrecisionFormat(i.VERTEX_SHADER,i.HIGH_FLOAT).precision>0&&i.getShaderPrecisionFormat(i.FRAGMENT_SHADER,i.HIGH_FLOAT).precision>0)return"highp";_="mediump"}return _==="mediump"&&i.getShaderPrecisionFormat(i.VERTEX_SHADER,i.MEDIUM_FLOAT).precision>0&&i.getShaderPrecisionFormat(i.FRAGMENT_SHADER,i.MEDIUM_FLOAT).precision>0?"mediump":"lowp"}let c=e.precision!==void 0?e.precision:"highp",h=l(c);h!==c&&(Jt("WebGLRenderer:",c,"not supported, using",h,"instead."),c=h);let u=e.reversedDepthBuffer===!0&&t.has("EXT_clip_control"),d=e.logarithmicDepthBuffer===!0&&u===!1;e.reversedDepthBuffer===!0&&u===!1&&Jt("WebGLRenderer: Unable to use reversed depth buffer due to missing EXT_clip_control extension. Fallback to default depth buffer."),e.logarithmicDepthBuffer===!0&&u===!0&&Jt("WebGLRenderer: Logarithmic depth buffer is ignored when reversed depth buffer is enabled.");let f=i.getParameter(i.MAX_TEXTURE_IMAGE_UNITS),p=i.getParameter(i.MAX_VERTEX_TEXTURE_IMAGE_UNITS),x=i.getParameter(i.MAX_TEXTURE_SIZE),m=i.getParameter(i.MAX_CUBE_MAP_TEXTURE_SIZE),g=i.getParameter(i.MAX_VERTEX_ATTRIBS),S=i.getParameter(i.MAX_VERTEX_UNIFORM_VECTORS),E=i.getParameter(i.MAX_VARYING_VECTORS),y=i.getParameter(i.MAX_FRAGMENT_UNIFORM_VECTORS),R=i.getParameter(i.MAX_SAMPLES),T=i.getParameter(i.SAMPLES);return{isWebGL2:!0,getMaxAnisotropy:r,getMaxPrecision:l,textureFormatReadable:o,textureTypeReadable:a,precision:c,logarithmicDepthBuffer:d,reversedDepthBuffer:u,maxTextures:f,maxVertexTextures:p,maxTextureSize:x,maxCubemapSize:m,maxAttributes:g,maxVertexUniforms:S,maxVaryings:E,maxFragmentUniforms:y,maxSamples:R,samples:T}}function hM(i){let t=this,e=null,n=0,s=!1,r=!1,o=new hi,a=new ie,l={value:null,needsUpdate:!1};this.uniform=l,this.numPlanes=0,this.numIntersection=0,this.init=function(u,d){let f=u.length!==0||d||n!==0||s;return s=d,n=u.length,f},this.beginShadows=function(){r=!0,h(null)},this.endShadows=function(){r=!1},this.setGlobalState=function(u,d){e=h(u,d,0)},this.setState=function(u,d,f){let p=u.clippingPlanes,x=u.clipIntersection,m=u.clipShadows,g=i.get(u);if(!s||p===null||p.length===0||r&&!m)r?h(null):c();else{let S=r?0:n,E=S*4,y=g.clippingState||null;l.value=y,y=h(p,d,E,f);for(let R=0;R!==E;++R)y[R]=e[R];g.clippingState=y,this.numIntersection=x?this.numPlanes:0,this.numPlanes+=S}};function c(){l.value!==e&&(l.value=e,l.needsUpdate=n>0),t.numPlanes=n,t.numIntersection=0}function h(u,d,f,p){let x=u!==null?u.length:0,m=null;if(x!==0){if(m=l.value,p!==!0||m===null){let g=f+x*4,S=d.matrixWorldInverse;a.getNormalMatrix(S),(m===null||m.length<g)&&(m=new Float32Array(g));for(let E=0,y=f;E!==x;++E,y+=4)o.copy(u[E]).applyMatrix4(S,a),o.normal.toArray(m,y),m[y+3]=o.constant}l.value=m,l.needsUpdate=!0}return t.numPlanes=x,t.numIntersection=0,m}}var Wa=class extends di{constructor(t=1,e={}){super(t,t,e),this.isWebGLCubeRenderTarget=!0;let n={width:t,height:t,depth:1},s=[n,n,n,n,n,n];this.texture=new ua(s),this._setTextureOptions(e),this.texture.isRenderTargetTexture=!0}fromEquirectangularTexture(t,e){this.texture.type=e.type,this.texture.colorSpace=e.colorSpace,this.texture.generateMipmaps=e.generateMipmaps,this.texture.minFilter=e.minFilter,this.texture.magFilter=e.magFilter;let n={uniforms:{tEquirect:{value:null}},vertexShader:`

				varying vec3 vWorldDirection;

				vec3 transformDirection( in vec3 dir, in mat4 matrix ) {

					return normalize( ( matrix * vec4( dir, 0.0 ) ).xyz );

				}

				void main() {

					vWorldDirection = transformDirection( position, modelMatrix );

					#include <begin_vertex>
					#include <project_vertex>

				}
			`,fragmentShader:`

				uniform sampler2D tEquirect;

				varying vec3 vWorldDirection;

				#include <common>

				void main() {

					vec3 direction = normalize( vWorldDirection );

					vec2 sampleUV = equirectUv( direction );

					gl_FragColor = texture2D( tEquirect, sampleUV );

				}
			`},s=new Ni(5,5,5),r=new Mi({name:"CubemapFromEquirect",uniforms:fr(n.uniforms),vertexShader:n.vertexShader,fragmentShader:n.fragmentShader,side:Jn,blending:cr});r.uniforms.tEquirect.value=e;let o=new Bn(s,r),a=e.minFilter;return e.minFilter===bs&&(e.minFilter=$n),new co(1,10,this).update(t,o),e.minFilter=a,o.geometry.dispose(),o.material.dispose(),this}clear(t,e=!0,n=!0,s=!0){let r=t.getRenderTarget();for(let o=0;o<6;o++)t.setRenderTarget(this,o),t.clear(e,n,s);t.setRenderTarget(r)}},Km=256,uM=3,dM=20,vg=256,Sg=16,fM=3,pM=new C,mM=new $t,ph=class i{constructor(t){this._renderer=t,this._cubeSize=0,this._sourceTarget=null,this._cubeCamera=new co(1,10,null),this._boxMesh=new Bn(new Ni(5,5,5),null),this._cubemapMaterial=null,this._equirectMaterial=null,this._blurMaterial=null,this._ggxMaterial=null,this._integrationMaterial=null}fromScene(t,e=0,n=.1,s=100,r={}){let{size:o=256,position:a=pM}=r,l=this._renderer;this._setSize(o);let c=this._allocateTarget(),h=this._getSourceTarget(!0);e>0&&(h.texture.mipmapsAutoUpdate=!1);let u=l.autoClear,d=l.autoClearColor,f=l.autoClearDepth,p=l.autoClearStencil,x=t.background;l.autoClear=!0,l.autoClearColor=!0,l.autoClearDepth=!0,l.autoClearStencil=!0,x===null&&(t.background=l.getClearColor(mM));let m=new co(n,s,h);return m.position.copy(a),m.update(l,t),l.autoClear=u,l.autoClearColor=d,l.autoClearDepth=f,l.autoClearStencil=p,t.background=x,e>0&&(h.texture.mipmapsAutoUpdate=!0,this._blur(c,e)),this._applyPMREM(c),c}fromEquirectangular(t,e=null){return this._fromTexture(t,e)}fromCubemap(t,e=null){return this._fromTexture(t,e)}compileCubemapShader(){this._cubemapMaterial===null&&(this._cubemapMaterial=tg(),this._compileMaterial(this._cubemapMaterial))}compileEquirectangularShader(){this._equirectMaterial===null&&(this._equirectMaterial=Qm(),this._compileMaterial(this._equirectMaterial))}dispose(){this._sourceTarget!==null&&this._sourceTarget.dispose(),this._cubemapMaterial!==null&&this._cubemapMaterial.dispose(),this._equirectMaterial!==null&&this._equirectMaterial.dispose(),this._blurMaterial!==null&&this._blurMaterial.dispose(),this._ggxMaterial!==null&&this._ggxMaterial.dispose(),this._integrationMaterial!==null&&this._integrationMaterial.dispose(),this._boxMesh.geometry.dispose()}static lodToRoughness(t,e){return e>0?1-Math.sqrt(1-t/e):0}_setSize(t){this._cubeSize=Math.max(Km,Vd(t))}_fromTexture(t,e){t.mapping===ur||t.mapping===fo?this._setSize(t.image.length===0?Km:t.image[0].width||t.image[0].image.width):this._setSize(t.image.width/4);let n=e||this._allocateTarget();return this._textureToCubemap(t),this._applyPMREM(n),n}_allocateTarget(){let t=this._cubeSize,e=jm(t,!1,!1),n=Math.log2(t)-uM;for(let s=0;s<=n;s++)e.texture.mipmaps.push({width:t>>s,height:t>>s});return e.texture.name="PMREM",e.texture.isPMREMTexture=!0,e}_getSourceTarget(t=!1){let e=this._cubeSize,n=this._sourceTarget;return(n===null||n.width!==e||t&&n.depthBuffer===!1)&&(n!==null&&n.dispose(),this._sourceTarget=jm(e,!0,t)),this._sourceTarget}_compileMaterial(t){this._boxMesh.material=t,this._renderer.compile(this._boxMesh,this._cubeCamera.children[0])}_renderCube(t,e,n){let s=this._boxMesh,r=this._cubeCamera;s.material=n,r.renderTarget=t,r.activeMipmapLevel=e;let o=t.width>>e;t.viewport.set(0,0,o,o),r.update(this._renderer,s),t.viewport.set(0,0,t.width,t.height)}_textureToCubemap(t){let e;t.mapping===ur||t.mapping===fo?(this._cubemapMaterial===null&&(this._cubemapMaterial=tg()),e=this._cubemapMaterial,e.uniforms.flipEnvMap.value=t.isRenderTargetTexture===!1?-1:1):(this._equirectMaterial===null&&(this._equirectMaterial=Qm()),e=this._equirectMaterial),e.uniforms.envMap.value=t,this._renderCube(this._getSourceTarget(),0,e)}_applyPMREM(t){this._ggxMaterial===null&&(this._ggxMaterial=gM(),this._integrationMaterial=_M());let e=this._cubeSize,n=t.texture.mipmaps.length-1,s=this._ggxMaterial.uniforms;s.envMap.value=this._sourceTarget.texture;let r=this._integrationMaterial.uniforms;r.envMap.value=this._sourceTarget.texture,r.sourceLod.value=Math.log2(e/Sg);for(let o=0;o<=n;o++){let a=i.lodToRoughness(o,n);if(o>n-fM)r.roughness.value=a,this._renderCube(t,o,this._integrationMaterial);else{let l=a>0?Math.log2(e)+.5*Math.log2(6/(vg*Math.pow(a,4)))+.5:0;s.roughness.value=a,s.lodBias.value=l,this._renderCube(t,o,this._ggxMaterial)}}}_blur(t,e){this._blurMaterial===null&&(this._blurMaterial=xM());let n=this._blurMaterial,s=n.uniforms,r=this._sourceTarget;s.sigma.value=Math.min(e,Math.PI)/Math.SQRT2,s.envMap.value=r.texture,this._renderCube(t,0,n),s.envMap.value=t.texture,this._renderCube(r,0,n)}};function jm(i,t,e){return new Wa(i,{minFilter:bs,generateMipmaps:t,type:Ui,colorSpace:Qo,depthBuffer:e})}function Xa(i,t,e){return new Mi({name:i,uniforms:t,vertexShader:de.cube_vert,fragmentShader:e,side:Jn,blending:cr,depthTest:!1,depthWrite:!1})}function gM(){return Xa("PMREMGGXConvolution",{envMap:{value:null},roughness:{value:0},lodBias:{value:0}},`

		#define GGX_SAMPLES ${vg}u

		varying vec3 vWorldDirection;

		uniform samplerCube envMap;
		uniform float roughness;
		uniform float lodBias;

		#include <common>

		// Van der Corput radical inverse
		float radicalInverse_VdC( uint bits ) {

			bits = ( bits << 16u ) | ( bits >> 16u );
			bits = ( ( bits & 0x55555555u ) << 1u ) | ( ( bits & 0xAAAAAAAAu ) >> 1u );
			bits = ( ( bits & 0x33333333u ) << 2u ) | ( ( bits & 0xCCCCCCCCu ) >> 2u );
			bits = ( ( bits & 0x0F0F0F0Fu ) << 4u ) | ( ( bits & 0xF0F0F0F0u ) >> 4u );
			bits = ( ( bits & 0x00FF00FFu ) << 8u ) | ( ( bits & 0xFF00FF00u ) >> 8u );
			return float( bits ) * 2.3283064365386963e-10; // / 0x100000000

		}

		// Hammersley sequence
		vec2 hammersley( uint i, uint N ) {

			return vec2( float( i ) / float( N ), radicalInverse_VdC( i ) );

		}

		void main() {

			vec3 N = normalize( vWorldDirection );

			// For very low roughness, just sample the environment directly
			if ( roughness < 0.001 ) {

				gl_FragColor = vec4( textureLod( envMap, N, 0.0 ).rgb, 1.0 );
				return;

			}

			float alpha = roughness * roughness;
			float alpha2 = alpha * alpha;

			// Tangent space basis for VNDF sampling
			vec3 up = abs( N.z ) < 0.999 ? vec3( 0.0, 0.0, 1.0 ) : vec3( 1.0, 0.0, 0.0 );
			vec3 tangent = normalize( cross( up, N ) );
			vec3 bitangent = cross( N, tangent );

			vec3 prefilteredColor = vec3( 0.0 );
			float totalWeight = 0.0;

			for ( uint i = 0u; i < GGX_SAMPLES; i ++ ) {

				vec2 Xi = hammersley( i, GGX_SAMPLES );

				// With V = N, sample the reflected direction directly.
				float invQ = 1.0 / ( 1.0 - Xi.x + alpha2 * Xi.x );
				float NdotL = ( 1.0 - Xi.x - alpha2 * Xi.x ) * invQ;

				if ( NdotL > 0.0 ) {

					float phi = 2.0 * PI * Xi.y;
					float sinTheta = 2.0 * alpha * sqrt( Xi.x * ( 1.0 - Xi.x ) ) * invQ;
					vec3 L = N * NdotL + ( tangent * cos( phi ) + bitangent * sin( phi ) ) * sinTheta;

					// Match the source mip to the sample's solid angle. The terms
					// independent of the sample are precomputed in lodBias.
					float d = alpha2 * invQ;
					float lod = max( log2( d ) + lodBias, 0.0 );

					// Weight by NdotL for the split-sum approximation
					prefilteredColor += textureLod( envMap, L, lod ).rgb * NdotL;
					totalWeight += NdotL;

				}

			}

			gl_FragColor = vec4( prefilteredColor / totalWeight, 1.0 );

		}
	`)}function _M(){return Xa("PMREMGGXIntegration",{envMap:{value:null},roughness:{value:0},sourceLod:{value:0},sourceSize:{value:Sg}},`

		varying vec3 vWorldDirection;

		uniform samplerCube envMap;
		uniform float roughness;
		uniform float sourceLod;
		uniform int sourceSize;

		void main() {

			vec3 N = normalize( vWorldDirection );

			float alpha = roughness * roughness;
			float alpha2 = alpha * alpha;

			float texelSize = 2.0 / float( sourceSize );

			vec3 prefilteredColor = vec3( 0.0 );
			float totalWeight = 0.0;

			// Pair opposite texels: only the one in N's hemisphere contributes.
			for ( int face = 0; face < 3; face ++ ) {

				for ( int y = 0; y < sourceSize; y ++ ) {

					for ( int x = 0; x < sourceSize; x ++ ) {

						vec2 uv = ( vec2( x, y ) + 0.5 ) * texelSize - 1.0;
						vec3 texelDirection = face == 0 ? vec3( 1.0, uv ) : ( face == 1 ? vec3( uv.x, 1.0, uv.y ) : vec3( uv, 1.0 ) );

						float invDistance = inversesqrt( 1.0 + dot( uv, uv ) );
						float NdotL = dot( N, texelDirection );
						texelDirection *= NdotL < 0.0 ? - 1.0 : 1.0;
						NdotL = abs( NdotL ) * invDistance;

						// With V = N, NdotH squared is ( 1 + NdotL ) / 2. Common factors
						// in the GGX distribution and texel solid angle cancel when normalized.
						float d = 1.0 + alpha2 + ( alpha2 - 1.0 ) * NdotL;
						float weight = NdotL * invDistance * invDistance * invDistance / ( d * d );

						prefilteredColor += textureLod( envMap, texelDirection, sourceLod ).rgb * weight;
						totalWeight += weight;

					}

				}

			}

			gl_FragColor = vec4( prefilteredColor / totalWeight, 1.0 );

		}
	`)}function xM(){return Xa("PMREMSphericalGaussianBlur",{envMap:{value:null},sigma:{value:0}},`

		#define SAMPLES ${dM}
		#define GOLDEN_ANGLE 2.39996322973

		varying vec3 vWorldDirection;

		uniform samplerCube envMap;
		uniform float sigma;

		#include <common>

		void main() {

			vec3 outputDirection = normalize( vWorldDirection );

			vec3 up = abs( outputDirection.z ) < 0.999 ? vec3( 0.0, 0.0, 1.0 ) : vec3( 1.0, 0.0, 0.0 );
			vec3 tangent = normalize( cross( up, outputDirection ) );
			vec3 bitangent = cross( outputDirection, tangent );

			// Truncate the kernel at three standard deviations or at the antipode.
			float thetaMax = min( 3.0 * sigma, PI );
			float truncation = 1.0 - exp( - 0.5 * thetaMax * thetaMax / ( sigma * sigma ) );

			vec3 accumColor = vec3( 0.0 );
			float accumWeight = 0.0;

			for ( int i = 0; i < SAMPLES; i ++ ) {

				// Stratified inverse-CDF sampling of the Gaussian, placed on a golden-angle spiral.
				float stratum = ( float( i ) + 0.5 ) / float( SAMPLES );
				float theta = sigma * sqrt( - 2.0 * log( 1.0 - stratum * truncation ) );
				float phi = float( i ) * GOLDEN_ANGLE;

				vec3 offset = cos( phi ) * tangent + sin( phi ) * bitangent;
				vec3 sampleDirection = cos( theta ) * outputDirection + sin( theta ) * offset;

				// Correct the planar sample density to solid angle.
				float weight = sin( theta ) / theta;

				accumColor += weight * textureLod( envMap, sampleDirection, 0.0 ).rgb;
				accumWeight += weight;

			}

			gl_FragColor = vec4( accumColor / accumWeight, 1.0 );

		}
	`)}function Qm(){return Xa("PMREMEquirectangularToCubemap",{envMap:{value:null}},`

		varying vec3 vWorldDirection;

		uniform sampler2D envMap;

		#include <common>

		void main() {

			// Average four subpixel samples to preserve small, bright features.
			vec3 direction = normalize( vWorldDirection );
			vec3 dx = dFdx( direction ) * 0.25;
			vec3 dy = dFdy( direction ) * 0.25;

			vec3 color = textureLod( envMap, equirectUv( normalize( direction - dx - dy ) ), 0.0 ).rgb;
			color += textureLod( envMap, equirectUv( normalize( direction + dx - dy ) ), 0.0 ).rgb;
			color += textureLod( envMap, equirectUv( normalize( direction - dx + dy ) ), 0.0 ).rgb;
			color += textureLod( envMap, equirectUv( normalize( direction + dx + dy ) ), 0.0 ).rgb;
			gl_FragColor = vec4( color * 0.25, 1.0 );

		}
	`)}function tg(){return Xa("PMREMCubemapToCubemap",{envMap:{value:null},flipEnvMap:{value:-1}},`

		varying vec3 vWorldDirection;

		uniform samplerCube envMap;
		uniform float flipEnvMap;

		void main() {

			gl_FragColor = vec4( textureCube( envMap, vec3( flipEnvMap * vWorldDirection.x, vWorldDirection.yz ) ).rgb, 1.0 );

		}
	`)}function yM(i){let t=new WeakMap,e=new WeakMap,n=null;function s(d,f=!1){return d==null?null:f?o(d):r(d)}function r(d){if(d&&d.isTexture){let f=d.mapping;if(f===Tc||f===Ec)if(t.has(d)){let p=t.get(d).texture;return a(p,d.mapping)}else{let p=d.image;if(p&&p.height>0){let x=new Wa(p.height);return x.fromEquirectangularTexture(i,d),t.set(d,x),d.addEventListener("dispose",c),a(x.texture,d.mapping)}else return null}}return d}function o(d){if(d&&d.isTexture&&d.isPMREMTexture!==!0){let f=d.mapping,p=f===Tc||f===Ec,x=f===ur||f===fo;if(p||x){let m=e.get(d),g=m!==void 0?m.texture.pmremVersion:0;if(d.isRenderTargetTexture&&d.pmremVersion!==g)return n===null&&(n=new ph(i)),m=p?n.fromEquirectangular(d,m):n.fromCubemap(d,m),m.texture.pmremVersion=d.pmremVersion,e.set(d,m),m.texture;if(m!==void 0)return m.texture;{let S=d.image;return p&&S&&S.height>0||x&&S&&l(S)?(n===null&&(n=new ph(i)),m=p?n.fromEquirectangular(d):n.fromCubemap(d),m.texture.pmremVersion=d.pmremVersion,e.set(d,m),d.addEventListener("dispose",h),m.texture):null}}}return d}function a(d,f){return f===Tc?d.mapping=ur:f===Ec&&(d.mapping=fo),d}function l(d){let f=0,p=6;for(let x=0;x<p;x++)d[x]!==void 0&&f++;return f===p}function c(d){let f=d.target;f.removeEventListener("dispose",c);let p=t.get(f);p!==void 0&&(t.delete(f),p.dispose())}function h(d){let f=d.target;f.removeEventListener("dispose",h);let p=e.get(f);p!==void 0&&(e.delete(f),p.dispose())}function u(){t=new WeakMap,e=new WeakMap,n!==null&&(n.dispose(),n=null)}return{get:s,dispose:u}}function vM(i){let t={};function e(n){if(t[n]!==void 0)return t[n];let s=i.getExtension(n);return t[n]=s,s}return{has:function(n){return e(n)!==null},init:function(){e("EXT_color_buffer_float"),e("WEBGL_clip_cull_distance"),e("OES_texture_float_linear"),e("EXT_color_buffer_half_float"),e("WEBGL_multisampled_render_to_texture"),e("WEBGL_render_shared_exponent")},get:function(n){let s=e(n);return s===null&&Yo("WebGLRenderer: "+n+" extension not supported."),s}}}function SM(i,t,e,n){let s={},r=new WeakMap,o=new FinalizationRegistry(p=>delete s[p]);function a(p){l(p.target)}function l(p){p.index!==null&&t.remove(p.index);for(let m in p.attributes)t.remove(p.attributes[m]);p.removeEventListener("dispose",a),delete s[p.id],o.unregister(p);let x=r.get(p);x&&(t.remove(x),r.delete(p)),n.releaseStatesOfGeometry(p),p.isInstancedBufferGeometry===!0&&delete p._maxInstanceCount,e.memory.geometries--}function c(p,x){return s[x.id]!==void 0||(x.addEventListener("dispose",a),s[x.id]=new WeakRef(x),o.register(x,x.id,x),e.memory.geometries++),x}function h(p){let x=p.attributes;for(let m in x)t.update(x[m],i.ARRAY_BUFFER)}function u(p){let x=p.index,m=p.attributes.position,g=0;if(m===void 0)return;let S=x!==null?x.array.length:m.array.length/3-1,E=m.count>=65535?ra:sa,y=new E(Math.ceil(S/3)*6,1),R=y.array;if(x!==null){let _=x.array;g=x.version;for(let w=0,F=0;w<S;w+=3){let I=_[w+0],D=_[w+1],z=_[w+2];R[F++]=I,R[F++]=D,R[F++]=D,R[F++]=z,R[F++]=z,R[F++]=I}}else{g=m.version;for(let _=0,w=0;_<S;_+=3){let F=_+0,I=_+1,D=_+2;R[w++]=F,R[w++]=I,R[w++]=I,R[w++]=D,R[w++]=D,R[w++]=F}}y.version=g;let T=r.get(p);T&&t.remove(T),r.set(p,y)}function d(p){let x=r.get(p);if(x){let m=p.index;m!==null&&x.version<m.version&&u(p)}else u(p);return r.get(p)}function f(){for(let p in s){let x=s[p].deref();x!==void 0&&l(x)}}return{get:c,update:h,getWireframeAttribute:d,dispose:f}}function MM(i,t,e){let n;function s(u){n=u}let r,o;function a(u){r=u.type,o=u.bytesPerElement}function l(u,d){i.drawElements(n,d,r,u*o),e.update(d,n,1)}function c(u,d,f){f!==0&&(i.drawElementsInstanced(n,d,r,u*o,f),e.update(d,n,f))}function h(u,d,f){if(f===0)return;t.get("WEBGL_multi_draw").multiDrawElementsWEBGL(n,d,0,r,u,0,f);let x=0;for(let m=0;m<f;m++)x+=d[m];e.update(x,n,1)}this.setMode=s,this.setIndex=a,this.render=l,this.renderInstances=c,this.renderMultiDraw=h}function bM(i){let t={geometries:0,textures:0},e={frame:0,calls:0,triangles:0,points:0,lines:0};function n(r,o,a){switch(e.calls++,o){case i.TRIANGLES:e.triangles+=a*(r/3);break;case i.LINES:e.lines+=a*(r/2);break;case i.LINE_STRIP:e.lines+=a*(r-1);break;case i.LINE_LOOP:e.lines+=a*r;break;case i.POINTS:e.points+=a*r;break;default:ee("WebGLInfo: Unknown draw mode:",o);break}}function s(){e.calls=0,e.triangles=0,e.points=0,e.lines=0}return{memory:t,render:e,programs:null,autoReset:!0,reset:s,update:n}}function wM(i,t,e){let n=new WeakMap,s=new Re;function r(o,a,l){let c=o.morphTargetInfluences,h=a.morphAttributes.position||a.morphAttributes.normal||a.morphAttributes.color,u=h!==void 0?h.length:0,d=n.get(a);if(d===void 0||d.count!==u){let F=function(){_.dispose(),n.delete(a),a.removeEventListener("dispose",F)};d!==void 0&&d.texture.dispose();let f=a.morphAttributes.position!==void 0,p=a.morphAttributes.normal!==void 0,x=a.morphAttributes.color!==void 0,m=a.morphAttributes.position||[],g=a.morphAttributes.normal||[],S=a.morphAttributes.color||[],E=0;f===!0&&(E=1),p===!0&&(E=2),x===!0&&(E=3);let y=a.attributes.position.count*E,R=1;y>t.maxTextureSize&&(R=Math.ceil(y/t.maxTextureSize),y=t.maxTextureSize);let T=new Float32Array(y*R*4*u),_=new ia(T,y,R,u);_.type=ei,_.needsUpdate=!0;let w=E*4;for(let I=0;I<u;I++){let D=m[I],z=g[I],V=S[I],N=y*R*4*I;for(let H=0;H<D.count;H++){let q=H*w;f===!0&&(s.fromBufferAttribute(D,H),T[N+q+0]=s.x,T[N+q+1]=s.y,T[N+q+2]=s.z,T[N+q+3]=0),p===!0&&(s.fromBufferAttribute(z,H),T[N+q+4]=s.x,T[N+q+5]=s.y,T[N+q+6]=s.z,T[N+q+7]=0),x===!0&&(s.fromBufferAttribute(V,H),T[N+q+8]=s.x,T[N+q+9]=s.y,T[N+q+10]=s.z,T[N+q+11]=V.itemSize===4?s.w:1)}}d={count:u,texture:_,size:new Ht(y,R)},n.set(a,d),a.addEventListener("dispose",F)}if(o.isInstancedMesh===!0&&o.morphTexture!==null)l.getUniforms().setValue(i,"morphTexture",o.morphTexture,e);else{let f=0;for(let x=0;x<c.length;x++)f+=c[x];let p=a.morphTargetsRelative?1:1-f;l.getUniforms().setValue(i,"morphTargetBaseInfluence",p),l.getUniforms().setValue(i,"morphTargetInfluences",c)}l.getUniforms().setValue(i,"morphTargetsTexture",d.texture,e),l.getUniforms().setValue(i,"morphTargetsTextureSize",d.size)}return{update:r}}function AM(i,t,e,n,s){let r=new WeakMap;function o(c){let h=s.render.frame,u=c.geometry,d=t.get(c,u);if(r.get(d)!==h&&(t.update(d),r.set(d,h)),c.isInstancedMesh&&(c.hasEventListener("dispose",l)===!1&&c.addEventListener("dispose",l),r.get(c)!==h&&(e.update(c.instanceMatrix,i.ARRAY_BUFFER),c.instanceColor!==null&&e.update(c.instanceColor,i.ARRAY_BUFFER),r.set(c,h))),c.isSkinnedMesh){let f=c.skeleton;r.get(f)!==h&&(f.update(),r.set(f,h))}return d}function a(){r=new WeakMap}function l(c){let h=c.target;h.removeEventListener("dispose",l),n.releaseStatesOfObject(h),e.remove(h.instanceMatrix),h.instanceColor!==null&&e.remove(h.instanceColor)}return{update:o,dispose:a}}var TM={[xd]:"LINEAR_TONE_MAPPING",[yd]:"REINHARD_TONE_MAPPING",[vd]:"CINEON_TONE_MAPPING",[Sd]:"ACES_FILMIC_TONE_MAPPING",[bd]:"AGX_TONE_MAPPING",[wd]:"NEUTRAL_TONE_MAPPING",[Md]:"CUSTOM_TONE_MAPPING"};function EM(i,t,e,n,s,r){let o=new di(t,e,{type:i,depthBuffer:s,stencilBuffer:r,samples:n?4:0,storeMultisampledDepthBuffer:!1,storeMultisampledStencilBuffer:!1,resolveDepthBuffer:!1,resolveStencilBuffer:!1}),a=null,l=null,c=null,h=new Ye;h.setAttribute("position",new Me([-1,3,0,-1,-1,0,3,-1,0],3)),h.setAttribute("uv",new Me([0,2,0,0,2,0],2));let u=new hc({uniforms:{tDiffuse:{value:null}},vertexShader:`
			precision highp float;

			uniform mat4 modelViewMatrix;
			uniform mat4 projectionMatrix;

			attribute vec3 position;
			attribute vec2 uv;

			varying vec2 vUv;

			void main() {
				vUv = uv;
				gl_Position = projectionMatrix * modelViewMatrix * vec4( position, 1.0 );
			}`,fragmentShader:`
			precision highp float;

			uniform sampler2D tDiffuse;

			varying vec2 vUv;

			#include <tonemapping_pars_fragment>
			#include <colorspace_pars_fragment>

			void main() {
				gl_FragColor = texture2D( tDiffuse, vUv );

				#ifdef LINEAR_TONE_MAPPING
					gl_FragColor.rgb = LinearToneMapping( gl_FragColor.rgb );
				#elif defined( REINHARD_TONE_MAPPING )
					gl_FragColor.rgb = ReinhardToneMapping( gl_FragColor.rgb );
				#elif defined( CINEON_TONE_MAPPING )
					gl_FragColor.rgb = CineonToneMapping( gl_FragColor.rgb );
				#elif defined( ACES_FILMIC_TONE_MAPPING )
					gl_FragColor.rgb = ACESFilmicToneMapping( gl_FragColor.rgb );
				#elif defined( AGX_TONE_MAPPING )
					gl_FragColor.rgb = AgXToneMapping( gl_FragColor.rgb );
				#elif defined( NEUTRAL_TONE_MAPPING )
					gl_FragColor.rgb = NeutralToneMapping( gl_FragColor.rgb );
				#elif defined( CUSTOM_TONE_MAPPING )
					gl_FragColor.rgb = CustomToneMapping( gl_FragColor.rgb );
				#endif

				#ifdef SRGB_TRANSFER
					gl_FragColor = sRGBTransferOETF( gl_FragColor );
				#endif
			}`,depthTest:!1,depthWrite:!1}),d=new Bn(h,u),f=new ar(-1,1,1,-1,0,1),p=null,x=null,m=!1,g,S=null,E=[],y=!1;this.setSize=function(R,T){o.setSize(R,T),a!==null&&a.setSize(R,T),l!==null&&l.setSize(R,T);for(let _=0;_<E.length;_++){let w=E[_];w.setSize&&w.setSize(R,T)}},this.setEffects=function(R){E=R,y=E.length>0&&E[0].isRenderPass===!0;let T=o.width,_=o.height;E.length>0&&a===null&&(a=new di(T,_,{type:Ui,depthBuffer:!1,stencilBuffer:!1}),l=new di(T,_,{type:Ui,depthBuffer:!1,stencilBuffer:!1}));let w=s===!0&&E.some(F=>F.needsDepthTexture===!0);w!==(o.depthTexture!==null)&&(w===!0&&c===null&&(c=new Ss(T,_),r===!0&&(c.format=ws,c.type=dr)),o.dispose(),o.depthTexture=w?c:null,o.resolveDepthBuffer=w,o.storeMultisampledDepthBuffer=w);for(let F=0;F<E.length;F++){let I=E[F];I.setSize&&I.setSize(T,_),w&&I.needsDepthTexture===!0&&I.setDepthTexture&&I.setDepthTexture(c)}},this.begin=function(R,T){if(m||R.toneMapping===ts&&E.length===0)return!1;if(S=T,T!==null){let _=T.width,w=T.height;(o.width!==_||o.height!==w)&&this.setSize(_,w)}return y===!1&&R.setRenderTarget(o),g=R.toneMapping,R.toneMapping=ts,!0},this.hasRenderPass=function(){return y},this.end=function(R,T){R.toneMapping=g,m=!0;let _=o,w=a;for(let F=0;F<E.length;F++){let I=E[F];I.enabled!==!1&&(I.render(R,w,_,T),I.needsSwap!==!1&&(_=w,w=w===a?l:a))}if(p!==R.outputColorSpace||x!==R.toneMapping){p=R.outputColorSpace,x=R.toneMapping,u.defines={},_e.getTransfer(p)===Ee&&(u.defines.SRGB_TRANSFER="");let F=TM[x];F&&(u.defines[F]=""),u.needsUpdate=!0}u.uniforms.tDiffuse.value=_.texture,R.setRenderTarget(S),R.render(d,f),S=null,m=!1},this.isCompositing=function(){return m},this.dispose=function(){o.dispose(),a!==null&&a.dispose(),l!==null&&l.dispose(),h.dispose(),u.dispose()}}var Mg=new Zn,bg=new Ss(1,1),wg=new fa(1),Ag=new ia,Tg=new jl,Eg=new ua,eg=[],ng=[],ig=new Float32Array(16),sg=new Float32Array(9),rg=new Float32Array(4);function go(i,t,e){let n=i[0];if(n<=0||n>0)return i;let s=t*e,r=eg[s];if(r===void 0&&(r=new Float32Array(s),eg[s]=r),t!==0){n.toArray(r,0);for(let o=1,a=0;o!==t;++o)a+=e,i[o].toArray(r,a)}return r}function gn(i,t){if(i.length!==t.length)return!1;for(let e=0,n=i.length;e<n;e++)if(i[e]!==t[e])return!1;return!0}function _n(i,t){for(let e=0,n=t.length;e<n;e++)i[e]=t[e]}function gh(i,t){let e=ng[t];e===void 0&&(e=new Int32Array(t),ng[t]=e);for(let n=0;n!==t;++n)e[n]=i.allocateTextureUnit();return e}function RM(i,t){let e=this.cache;e[0]!==t&&(i.uniform1f(this.addr,t),e[0]=t)}function CM(i,t){let e=this.cache;if(t.x!==void 0)(e[0]!==t.x||e[1]!==t.y)&&(i.uniform2f(this.addr,t.x,t.y),e[0]=t.x,e[1]=t.y);else{if(gn(e,t))return;i.uniform2fv(this.addr,t),_n(e,t)}}function PM(i,t){let e=this.cache;if(t.x!==void 0)(e[0]!==t.x||e[1]!==t.y||e[2]!==t.z)&&(i.uniform3f(this.addr,t.x,t.y,t.z),e[0]=t.x,e[1]=t.y,e[2]=t.z);else if(t.r!==void 0)(e[0]!==t.r||e[1]!==t.g||e[2]!==t.b)&&(i.uniform3f(this.addr,t.r,t.g,t.b),e[0]=t.r,e[1]=t.g,e[2]=t.b);else{if(gn(e,t))return;i.uniform3fv(this.addr,t),_n(e,t)}}function IM(i,t){let e=this.cache;if(t.x!==void 0)(e[0]!==t.x||e[1]!==t.y||e[2]!==t.z||e[3]!==t.w)&&(i.uniform4f(this.addr,t.x,t.y,t.z,t.w),e[0]=t.x,e[1]=t.y,e[2]=t.z,e[3]=t.w);else{if(gn(e,t))return;i.uniform4fv(this.addr,t),_n(e,t)}}function LM(i,t){let e=this.cache,n=t.elements;if(n===void 0){if(gn(e,t))return;i.uniformMatrix2fv(this.addr,!1,t),_n(e,t)}else{if(gn(e,n))return;rg.set(n),i.uniformMatrix2fv(this.addr,!1,rg),_n(e,n)}}function DM(i,t){let e=this.cache,n=t.elements;if(n===void 0){if(gn(e,t))return;i.uniformMatrix3fv(this.addr,!1,t),_n(e,t)}else{if(gn(e,n))return;sg.set(n),i.uniformMatrix3fv(this.addr,!1,sg),_n(e,n)}}function NM(i,t){let e=this.cache,n=t.elements;if(n===void 0){if(gn(e,t))return;i.uniformMatrix4fv(this.addr,!1,t),_n(e,t)}else{if(gn(e,n))return;ig.set(n),i.uniformMatrix4fv(this.addr,!1,ig),_n(e,n)}}function UM(i,t){let e=this.cache;e[0]!==t&&(i.uniform1i(this.addr,t),e[0]=t)}function FM(i,t){let e=this.cache;if(t.x!==void 0)(e[0]!==t.x||e[1]!==t.y)&&(i.uniform2i(this.addr,t.x,t.y),e[0]=t.x,e[1]=t.y);else{if(gn(e,t))return;i.uniform2iv(this.addr,t),_n(e,t)}}function OM(i,t){let e=this.cache;if(t.x!==void 0)(e[0]!==t.x||e[1]!==t.y||e[2]!==t.z)&&(i.uniform3i(this.addr,t.x,t.y,t.z),e[0]=t.x,e[1]=t.y,e[2]=t.z);else{if(gn(e,t))return;i.uniform3iv(this.addr,t),_n(e,t)}}function BM(i,t){let e=this.cache;if(t.x!==void 0)(e[0]!==t.x||e[1]!==t.y||e[2]!==t.z||e[3]!==t.w)&&(i.uniform4i(this.addr,t.x,t.y,t.z,t.w),e[0]=t.x,e[1]=t.y,e[2]=t.z,e[3]=t.w);else{if(gn(e,t))return;i.uniform4iv(this.addr,t),_n(e,t)}}function zM(i,t){let e=this.cache;e[0]!==t&&(i.uniform1ui(this.addr,t),e[0]=t)}function kM(i,t){let e=this.cache;if(t.x!==void 0)(e[0]!==t.x||e[1]!==t.y)&&(i.uniform2ui(this.addr,t.x,t.y),e[0]=t.x,e[1]=t.y);else{if(gn(e,t))return;i.uniform2uiv(this.addr,t),_n(e,t)}}function VM(i,t){let e=this.cache;if(t.x!==void 0)(e[0]!==t.x||e[1]!==t.y||e[2]!==t.z)&&(i.uniform3ui(this.addr,t.x,t.y,t.z),e[0]=t.x,e[1]=t.y,e[2]=t.z);else{if(gn(e,t))return;i.uniform3uiv(this.addr,t),_n(e,t)}}function GM(i,t){let e=this.cache;if(t.x!==void 0)(e[0]!==t.x||e[1]!==t.y||e[2]!==t.z||e[3]!==t.w)&&(i.uniform4ui(this.addr,t.x,t.y,t.z,t.w),e[0]=t.x,e[1]=t.y,e[2]=t.z,e[3]=t.w);else{if(gn(e,t))return;i.uniform4uiv(this.addr,t),_n(e,t)}}function _h(i){return i.version===0&&(i.compareFunction=Fd,i.needsUpdate=!0),i}function HM(i,t,e){let n=this.cache,s=e.allocateTextureUnit();n[0]!==s&&(i.uniform1i(this.addr,s),n[0]=s);let r;this.type===i.SAMPLER_2D_SHADOW?r=_h(bg):r=Mg,e.setTexture2D(t||r,s)}function WM(i,t,e){let n=this.cache,s=e.allocateTextureUnit();n[0]!==s&&(i.uniform1i(this.addr,s),n[0]=s),e.setTexture3D(t||Tg,s)}function XM(i,t,e){let n=this.cache,s=e.allocateTextureUnit();n[0]!==s&&(i.uniform1i(this.addr,s),n[0]=s);let r;this.type===i.SAMPLER_CUBE_SHADOW?r=_h(wg):r=Eg,e.setTextureCube(t||r,s)}function qM(i,t,e){let n=this.cache,s=e.allocateTextureUnit();n[0]!==s&&(i.uniform1i(this.addr,s),n[0]=s),e.setTexture2DArray(t||Ag,s)}function YM(i){switch(i){case 5126:return RM;case 35664:return CM;case 35665:return PM;case 35666:return IM;case 35674:return LM;case 35675:return DM;case 35676:return NM;case 5124:case 35670:return UM;case 35667:case 35671:return FM;case 35668:case 35672:return OM;case 35669:case 35673:return BM;case 5125:return zM;case 36294:return kM;case 36295:return VM;case 36296:return GM;case 35678:case 36198:case 36298:case 36306:case 35682:return HM;case 35679:case 36299:case 36307:return WM;case 35680:case 36300:case 36308:case 36293:return XM;case 36289:case 36303:case 36311:case 36292:return qM}}function $M(i,t){i.uniform1fv(this.addr,t)}function ZM(i,t){let e=go(t,this.size,2);i.uniform2fv(this.addr,e)}function JM(i,t){let e=go(t,this.size,3);i.uniform3fv(this.addr,e)}function KM(i,t){let e=go(t,this.size,4);i.uniform4fv(this.addr,e)}function jM(i,t){let e=go(t,this.size,4);i.uniformMatrix2fv(this.addr,!1,e)}function QM(i,t){let e=go(t,this.size,9);i.uniformMatrix3fv(this.addr,!1,e)}function tb(i,t){let e=go(t,this.size,16);i.uniformMatrix4fv(this.addr,!1,e)}function eb(i,t){i.uniform1iv(this.addr,t)}function nb(i,t){i.uniform2iv(this.addr,t)}function ib(i,t){i.uniform3iv(this.addr,t)}function sb(i,t){i.uniform4iv(this.addr,t)}function rb(i,t){i.uniform1uiv(this.addr,t)}function ob(i,t){i.uniform2uiv(this.addr,t)}function ab(i,t){i.uniform3uiv(this.addr,t)}function lb(i,t){i.uniform4uiv(this.addr,t)}function cb(i,t,e){let n=this.cache,s=t.length,r=gh(e,s);gn(n,r)||(i.uniform1iv(this.addr,r),_n(n,r));let o;this.type===i.SAMPLER_2D_SHADOW?o=_h(bg):o=Mg;for(let a=0;a!==s;++a)e.setTexture2D(t[a]||o,r[a])}function hb(i,t,e){let n=this.cache,s=t.length,r=gh(e,s);gn(n,r)||(i.uniform1iv(this.addr,r),_n(n,r));for(let o=0;o!==s;++o)e.setTexture3D(t[o]||Tg,r[o])}function ub(i,t,e){let n=this.cache,s=t.length,r=gh(e,s);gn(n,r)||(i.uniform1iv(this.addr,r),_n(n,r));let o;this.type===i.SAMPLER_CUBE_SHADOW?o=_h(wg):o=Eg;for(let a=0;a!==s;++a)e.setTextureCube(t[a]||o,r[a])}function db(i,t,e){let n=this.cache,s=t.length,r=gh(e,s);gn(n,r)||(i.uniform1iv(this.addr,r),_n(n,r));for(let o=0;o!==s;++o)e.setTexture2DArray(t[o]||Ag,r[o])}function fb(i){switch(i){case 5126:return $M;case 35664:return ZM;case 35665:return JM;case 35666:return KM;case 35674:return jM;case 35675:return QM;case 35676:return tb;case 5124:case 35670:return eb;case 35667:case 35671:return nb;case 35668:case 35672:return ib;case 35669:case 35673:return sb;case 5125:return rb;case 36294:return ob;case 36295:return ab;case 36296:return lb;case 35678:case 36198:case 36298:case 36306:case 35682:return cb;case 35679:case 36299:case 36307:return hb;case 35680:case 36300:case 36308:case 36293:return ub;case 36289:case 36303:case 36311:case 36292:return db}}var Kd=class{constructor(t,e,n){this.id=t,this.addr=n,this.cache=[],this.type=e.type,this.setValue=YM(e.type)}},jd=class{constructor(t,e,n){this.id=t,this.addr=n,this.cache=[],this.type=e.type,this.size=e.size,this.setValue=fb(e.type)}},Qd=class{constructor(t){this.id=t,this.seq=[],this.map={}}setValue(t,e,n){let s=this.seq;for(let r=0,o=s.length;r!==o;++r){let a=s[r];a.setValue(t,e[a.id],n)}}},Zd=/(\w+)(\])?(\[|\.)?/g;function og(i,t){i.seq.push(t),i.map[t.id]=t}function pb(i,t,e){let n=i.name,s=n.length;for(Zd.lastIndex=0;;){let r=Zd.exec(n),o=Zd.lastIndex,a=r[1],l=r[2]==="]",c=r[3];if(l&&(a=a|0),c===void 0||c==="["&&o+2===s){og(e,c===void 0?new Kd(a,i,t):new jd(a,i,t));break}else{let u=e.map[a];u===void 0&&(u=new Qd(a),og(e,u)),e=u}}}var mo=class{constructor(t,e){this.seq=[],this.map={};let n=t.getProgramParameter(e,t.ACTIVE_UNIFORMS);for(let o=0;o<n;++o){let a=t.getActiveUniform(e,o),l=t.getUniformLocation(e,a.name);pb(a,l,this)}let s=[],r=[];for(let o of this.seq)o.type===t.SAMPLER_2D_SHADOW||o.type===t.SAMPLER_CUBE_SHADOW||o.type===t.SAMPLER_2D_ARRAY_SHADOW?s.push(o):r.push(o);s.length>0&&(this.seq=s.concat(r))}setValue(t,e,n,s){let r=this.map[e];r!==void 0&&r.setValue(t,n,s)}setOptional(t,e,n){let s=e[n];s!==void 0&&this.setValue(t,n,s)}static upload(t,e,n,s){for(let r=0,o=e.length;r!==o;++r){let a=e[r],l=n[a.id];l.needsUpdate!==!1&&a.setValue(t,l.value,s)}}static seqWithValue(t,e){let n=[];for(let s=0,r=t.length;s!==r;++s){let o=t[s];o.id in e&&n.push(o)}return n}};function ag(i,t,e){let n=i.createShader(t);return i.shaderSource(n,e),i.compileShader(n),n}var mb=37297,gb=0;function _b(i,t){let e=i.split(`
`),n=[],s=Math.max(t-6,0),r=Math.min(t+6,e.length);for(let o=s;o<r;o++){let a=o+1;n.push(`${a===t?">":" "} ${a}: ${e[o]}`)}return n.join(`
`)}var lg=new ie;function xb(i){_e._getMatrix(lg,_e.workingColorSpace,i);let t=`mat3( ${lg.elements.map(e=>e.toFixed(4))} )`;switch(_e.getTransfer(i)){case ta:return[t,"LinearTransferOETF"];case Ee:return[t,"sRGBTransferOETF"];default:return Jt("WebGLProgram: Unsupported color space: ",i),[t,"LinearTransferOETF"]}}function cg(i,t,e){let n=i.getShaderParameter(t,i.COMPILE_STATUS),r=(i.getShaderInfoLog(t)||"").trim();if(n&&r==="")return"";let o=/ERROR: 0:(\d+)/.exec(r);if(o){let a=parseInt(o[1]);return e.toUpperCase()+`

`+r+`

`+_b(i.getShaderSource(t),a)}else return r}function yb(i,t){let e=xb(t);return[`vec4 ${i}( vec4 value ) {`,`	return ${e[1]}( vec4( ${e[0]} * value.rgb, value.a ) );`,"}"].join(`
`)}var vb={[xd]:"Linear",[yd]:"Reinhard",[vd]:"Cineon",[Sd]:"ACESFilmic",[bd]:"AgX",[wd]:"Neutral",[Md]:"Custom"};function Sb(i,t){let e=vb[t];return e===void 0?(Jt("WebGLProgram: Unsupported toneMapping:",t),"vec3 "+i+"( vec3 color ) { return LinearToneMapping( color ); }"):"vec3 "+i+"( vec3 color ) { return "+e+"ToneMapping( color ); }"}var fh=new C;function Mb(){_e.getLuminanceCoefficients(fh);let i=fh.x.toFixed(4),t=fh.y.toFixed(4),e=fh.z.toFixed(4);return["float luminance( const in vec3 rgb ) {",`	const vec3 weights = vec3( ${i}, ${t}, ${e} );`,"	return dot( weights, rgb );","}"].join(`
`)}function bb(i){return[i.extensionClipCullDistance?"#extension GL_ANGLE_clip_cull_distance : require":"",i.extensionMultiDraw?"#extension GL_ANGLE_multi_draw : require":""].filter(Ha).join(`
`)}function wb(i){let t=[];for(let e in i){let n=i[e];n!==!1&&t.push("#define "+e+" "+n)}return t.join(`
`)}function Ab(i,t){let e={},n=i.getProgramParameter(t,i.ACTIVE_ATTRIBUTES);for(let s=0;s<n;s++){let r=i.getActiveAttrib(t,s),o=r.name,a=1;r.type===i.FLOAT_MAT2&&(a=2),r.type===i.FLOAT_MAT3&&(a=3),r.type===i.FLOAT_MAT4&&(a=4),e[o]={type:r.type,location:i.getAttribLocation(t,o),locationSize:a}}return e}function Ha(i){return i!==""}function hg(i,t){let e=t.numSpotLightShadows+t.numSpotLightMaps-t.numSpotLightShadowsWithMaps;return i.replace(/NUM_SUN_LIGHTS/g,t.numSunLights).replace(/NUM_DIR_LIGHTS/g,t.numDirLights).replace(/NUM_SPOT_LIGHTS/g,t.numSpotLights).replace(/NUM_SPOT_LIGHT_MAPS/g,t.numSpotLightMaps).replace(/NUM_SPOT_LIGHT_COORDS/g,e).replace(/NUM_RECT_AREA_LIGHTS/g,t.numRectAreaLights).replace(/NUM_POINT_LIGHTS/g,t.numPointLights).replace(/NUM_HEMI_LIGHTS/g,t.numHemiLights).replace(/NUM_SUN_LIGHT_SHADOWS/g,t.numSunLightShadows).replace(/NUM_DIR_LIGHT_SHADOWS/g,t.numDirLightShadows).replace(/NUM_SPOT_LIGHT_SHADOWS_WITH_MAPS/g,t.numSpotLightShadowsWithMaps).replace(/NUM_SPOT_LIGHT_SHADOWS/g,t.numSpotLightShadows).replace(/NUM_POINT_LIGHT_SHADOWS/g,t.numPointLightShadows).replace(/NUM_LIGHT_PROBE_GRIDS/g,t.numLightProbeGrids)}function ug(i,t){return i.replace(/NUM_CLIPPING_PLANES/g,t.numClippingPlanes).replace(/UNION_CLIPPING_PLANES/g,t.numClippingPlanes-t.numClipIntersection)}var Tb=/^[ \t]*#include +<([\w\d./]+)>/gm;function tf(i){return i.replace(Tb,Eb)}function Eb(i,t){let e=de[t];if(e===void 0)throw new Error("THREE.WebGLProgram: Can not resolve #include <"+t+">");return tf(e)}var Rb=/#pragma unroll_loop_start\s+for\s*\(\s*int\s+i\s*=\s*(\d+)\s*;\s*i\s*<\s*(\d+)\s*;\s*i\s*\+\+\s*\)\s*{([\s\S]+?)}\s+#pragma unroll_loop_end/g;function dg(i){return i.replace(Rb,Cb)}function Cb(i,t,e,n){let s="";for(let r=parseInt(t);r<parseInt(e);r++)s+=n.replace(/\[\s*i\s*\]/g,"[ "+r+" ]").replace(/UNROLLED_LOOP_INDEX/g,r);return s}function fg(i){let t=`precision ${i.precision} float;
	precision ${i.precision} int;
	precision ${i.precision} sampler2D;
	precision ${i.precision} samplerCube;
	precision ${i.precision} sampler3D;
	precision ${i.precision} sampler2DArray;
	precision ${i.precision} sampler2DShadow;
	precision ${i.precision} samplerCubeShadow;
	precision ${i.precision} sampler2DArrayShadow;
	precision ${i.precision} isampler2D;
	precision ${i.precision} isampler3D;
	precision ${i.precision} isamplerCube;
	precision ${i.precision} isampler2DArray;
	precision ${i.precision} usampler2D;
	precision ${i.precision} usampler3D;
	precision ${i.precision} usamplerCube;
	precision ${i.precision} usampler2DArray;
	`;return i.precision==="highp"?t+=`
#define HIGH_PRECISION`:i.precision==="mediump"?t+=`
#define MEDIUM_PRECISION`:i.precision==="lowp"&&(t+=`
#define LOW_PRECISION`),t}var Pb={[Ia]:"SHADOWMAP_TYPE_PCF",[ho]:"SHADOWMAP_TYPE_VSM"};function Ib(i){return Pb[i.shadowMapType]||"SHADOWMAP_TYPE_BASIC"}var Lb={[fo]:"ENVMAP_MODE_REFRACTION"};function Db(i){return i.envMap===!1?"ENVMAP_MODE_REFLECTION":Lb[i.envMapMode]||"ENVMAP_MODE_REFLECTION"}var Nb={[Ac]:"ENVMAP_BLENDING_MULTIPLY",[Dm]:"ENVMAP_BLENDING_MIX",[Nm]:"ENVMAP_BLENDING_ADD"};function Ub(i){return i.envMap===!1?"ENVMAP_BLENDING_NONE":Nb[i.combine]||"ENVMAP_BLENDING_NONE"}function Fb(i,t,e,n){let s=i.getContext(),r=e.defines,o=e.vertexShader,a=e.fragmentShader,l=Ib(e),c=e.envMapPMREM===!0?"ENVMAP_TYPE_PMREM":"ENVMAP_TYPE_CUBE",h=Db(e),u=Ub(e),d=bb(e),f=wb(r),p=s.createProgram(),x,m,g=e.glslVersion?"#version "+e.glslVersion+`
`:"";e.isRawShaderMaterial?(x=["#define SHADER_TYPE "+e.shaderType,"#define SHADER_NAME "+e.shaderName,f].filter(Ha).join(`
`),x.length>0&&(x+=`
`),m=["#define SHADER_TYPE "+e.shaderType,"#define SHADER_NAME "+e.shaderName,f].filter(Ha).join(`
`),m.length>0&&(m+=`
`)):(x=[fg(e),"#define SHADER_TYPE "+e.shaderType,"#define SHADER_NAME "+e.shaderName,f,e.extensionClipCullDistance?"#define USE_CLIP_DISTANCE":"",e.batching?"#define USE_BATCHING":"",e.batchingColor?"#define USE_BATCHING_COLOR":"",e.instancing?"#define USE_INSTANCING":"",e.instancingColor?"#define USE_INSTANCING_COLOR":"",e.instancingMorph?"#define USE_INSTANCING_MORPH":"",e.useFog&&e.fog?"#define USE_FOG":"",e.useFog&&e.fogExp2?"#define FOG_EXP2":"",e.map?"#define USE_MAP":"",e.envMap?"#define USE_ENVMAP":"",e.envMap?"#define "+h:"",e.lightMap?"#define USE_LIGHTMAP":"",e.aoMap?"#define USE_AOMAP":"",e.bumpMap?"#define USE_BUMPMAP":"",e.normalMap?"#define USE_NORMALMAP":"",e.normalMapObjectSpace?"#define USE_NORMALMAP_OBJECTSPACE":"",e.normalMapTangentSpace?"#define USE_NORMALMAP_TANGENTSPACE":"",e.displacementMap?"#define USE_DISPLACEMENTMAP":"",e.emissiveMap?"#define USE_EMISSIVEMAP":"",e.anisotropy?"#define USE_ANISOTROPY":"",e.anisotropyMap?"#define USE_ANISOTROPYMAP":"",e.clearcoatMap?"#define USE_CLEARCOATMAP":"",e.clearcoatRoughnessMap?"#define USE_CLEARCOAT_ROUGHNESSMAP":"",e.clearcoatNormalMap?"#define USE_CLEARCOAT_NORMALMAP":"",e.diffuseRoughnessMap?"#define USE_DIFFUSE_ROUGHNESSMAP":"",e.iridescenceMap?"#define USE_IRIDESCENCEMAP":"",e.iridescenceThicknessMap?"#define USE_IRIDESCENCE_THICKNESSMAP":"",e.specularMap?"#define USE_SPECULARMAP":"",e.specularColorMap?"#define USE_SPECULAR_COLORMAP":"",e.specularIntensityMap?"#define USE_SPECULAR_INTENSITYMAP":"",e.roughnessMap?"#define USE_ROUGHNESSMAP":"",e.metalnessMap?"#define USE_METALNESSMAP":"",e.alphaMap?"#define USE_ALPHAMAP":"",e.alphaHash?"#define USE_ALPHAHASH":"",e.transmission?"#define USE_TRANSMISSION":"",e.transmissionMap?"#define USE_TRANSMISSIONMAP":"",e.thicknessMap?"#define USE_THICKNESSMAP":"",e.sheenColorMap?"#define USE_SHEEN_COLORMAP":"",e.sheenRoughnessMap?"#define USE_SHEEN_ROUGHNESSMAP":"",e.mapUv?"#define MAP_UV "+e.mapUv:"",e.alphaMapUv?"#define ALPHAMAP_UV "+e.alphaMapUv:"",e.lightMapUv?"#define LIGHTMAP_UV "+e.lightMapUv:"",e.aoMapUv?"#define AOMAP_UV "+e.aoMapUv:"",e.emissiveMapUv?"#define EMISSIVEMAP_UV "+e.emissiveMapUv:"",e.bumpMapUv?"#define BUMPMAP_UV "+e.bumpMapUv:"",e.normalMapUv?"#define NORMALMAP_UV "+e.normalMapUv:"",e.displacementMapUv?"#define DISPLACEMENTMAP_UV "+e.displacementMapUv:"",e.metalnessMapUv?"#define METALNESSMAP_UV "+e.metalnessMapUv:"",e.roughnessMapUv?"#define ROUGHNESSMAP_UV "+e.roughnessMapUv:"",e.anisotropyMapUv?"#define ANISOTROPYMAP_UV "+e.anisotropyMapUv:"",e.clearcoatMapUv?"#define CLEARCOATMAP_UV "+e.clearcoatMapUv:"",e.clearcoatNormalMapUv?"#define CLEARCOAT_NORMALMAP_UV "+e.clearcoatNormalMapUv:"",e.clearcoatRoughnessMapUv?"#define CLEARCOAT_ROUGHNESSMAP_UV "+e.clearcoatRoughnessMapUv:"",e.diffuseRoughnessMapUv?"#define DIFFUSE_ROUGHNESSMAP_UV "+e.diffuseRoughnessMapUv:"",e.iridescenceMapUv?"#define IRIDESCENCEMAP_UV "+e.iridescenceMapUv:"",e.iridescenceThicknessMapUv?"#define IRIDESCENCE_THICKNESSMAP_UV "+e.iridescenceThicknessMapUv:"",e.sheenColorMapUv?"#define SHEEN_COLORMAP_UV "+e.sheenColorMapUv:"",e.sheenRoughnessMapUv?"#define SHEEN_ROUGHNESSMAP_UV "+e.sheenRoughnessMapUv:"",e.specularMapUv?"#define SPECULARMAP_UV "+e.specularMapUv:"",e.specularColorMapUv?"#define SPECULAR_COLORMAP_UV "+e.specularColorMapUv:"",e.specularIntensityMapUv?"#define SPECULAR_INTENSITYMAP_UV "+e.specularIntensityMapUv:"",e.transmissionMapUv?"#define TRANSMISSIONMAP_UV "+e.transmissionMapUv:"",e.thicknessMapUv?"#define THICKNESSMAP_UV "+e.thicknessMapUv:"",e.vertexTangents&&e.flatShading===!1?"#define USE_TANGENT":"",e.vertexNormals?"#define HAS_NORMAL":"",e.vertexColors?"#define USE_COLOR":"",e.vertexAlphas?"#define USE_COLOR_ALPHA":"",e.vertexUv1s?"#define USE_UV1":"",e.vertexUv2s?"#define USE_UV2":"",e.vertexUv3s?"#define USE_UV3":"",e.pointsUvs?"#define USE_POINTS_UV":"",e.flatShading?"#define FLAT_SHADED":"",e.skinning?"#define USE_SKINNING":"",e.morphTargets?"#define USE_MORPHTARGETS":"",e.morphNormals&&e.flatShading===!1?"#define USE_MORPHNORMALS":"",e.morphColors?"#define USE_MORPHCOLORS":"",e.morphTargetsCount>0?"#define MORPHTARGETS_TEXTURE_STRIDE "+e.morphTextureStride:"",e.morphTargetsCount>0?"#define MORPHTARGETS_COUNT "+e.morphTargetsCount:"",e.doubleSided?"#define DOUBLE_SIDED":"",e.flipSided?"#define FLIP_SIDED":"",e.shadowMapEnabled?"#define USE_SHADOWMAP":"",e.shadowMapEnabled?"#define "+l:"",e.sizeAttenuation?"#define USE_SIZEATTENUATION":"",e.numLightProbes>0?"#define USE_LIGHT_PROBES":"",e.logarithmicDepthBuffer?"#define USE_LOGARITHMIC_DEPTH_BUFFER":"",e.reversedDepthBuffer?"#define USE_REVERSED_DEPTH_BUFFER":"","uniform mat4 modelMatrix;","uniform mat4 modelViewMatrix;","uniform mat4 projectionMatrix;","uniform mat4 viewMatrix;","uniform mat3 normalMatrix;","uniform vec3 cameraPosition;","uniform bool isOrthographic;","#ifdef USE_INSTANCING","	attribute mat4 instanceMatrix;","#endif","#ifdef USE_INSTANCING_COLOR","	attribute vec3 instanceColor;","#endif","#ifdef USE_INSTANCING_MORPH","	uniform sampler2D morphTexture;","#endif","attribute vec3 position;","attribute vec3 normal;","attribute vec2 uv;","#ifdef USE_UV1","	attribute vec2 uv1;","#endif","#ifdef USE_UV2","	attribute vec2 uv2;","#endif","#ifdef USE_UV3","	attribute vec2 uv3;","#endif","#ifdef USE_TANGENT","	attribute vec4 tangent;","#endif","#if defined( USE_COLOR_ALPHA )","	attribute vec4 color;","#elif defined( USE_COLOR )","	attribute vec3 color;","#endif","#ifdef USE_SKINNING","	attribute vec4 skinIndex;","	attribute vec4 skinWeight;","#endif",`
`].filter(Ha).join(`
`),m=[fg(e),"#define SHADER_TYPE "+e.shaderType,"#define SHADER_NAME "+e.shaderName,f,e.useFog&&e.fog?"#define USE_FOG":"",e.useFog&&e.fogExp2?"#define FOG_EXP2":"",e.alphaToCoverage?"#define ALPHA_TO_COVERAGE":"",e.map?"#define USE_MAP":"",e.matcap?"#define USE_MATCAP":"",e.envMap?"#define USE_ENVMAP":"",e.envMap?"#define "+c:"",e.envMap?"#define "+h:"",e.envMap?"#define "+u:"",e.envMapPMREM?"#define ENVMAP_MAX_LOD "+e.envMapMaxLod+".0":"",e.envMapPMREM?"#define ENVMAP_SIZE "+e.envMapSize+".0":"",e.lightMap?"#define USE_LIGHTMAP":"",e.aoMap?"#define USE_AOMAP":"",e.bumpMap?"#define USE_BUMPMAP":"",e.normalMap?"#define USE_NORMALMAP":"",e.normalMapObjectSpace?"#define USE_NORMALMAP_OBJECTSPACE":"",e.normalMapTangentSpace?"#define USE_NORMALMAP_TANGENTSPACE":"",e.packedNormalMap?"#define USE_PACKED_NORMALMAP":"",e.emissiveMap?"#define USE_EMISSIVEMAP":"",e.anisotropy?"#define USE_ANISOTROPY":"",e.anisotropyMap?"#define USE_ANISOTROPYMAP":"",e.clearcoat?"#define USE_CLEARCOAT":"",e.clearcoatMap?"#define USE_CLEARCOATMAP":"",e.clearcoatRoughnessMap?"#define USE_CLEARCOAT_ROUGHNESSMAP":"",e.clearcoatNormalMap?"#define USE_CLEARCOAT_NORMALMAP":"",e.diffuseRoughness?"#define USE_DIFFUSE_ROUGHNESS":"",e.diffuseRoughnessMap?"#define USE_DIFFUSE_ROUGHNESSMAP":"",e.dispersion?"#define USE_DISPERSION":"",e.retroreflection?"#define USE_RETROREFLECTION":"",e.iridescence?"#define USE_IRIDESCENCE":"",e.iridescenceMap?"#define USE_IRIDESCENCEMAP":"",e.iridescenceThicknessMap?"#define USE_IRIDESCENCE_THICKNESSMAP":"",e.specularMap?"#define USE_SPECULARMAP":"",e.specularColorMap?"#define USE_SPECULAR_COLORMAP":"",e.specularIntensityMap?"#define USE_SPECULAR_INTENSITYMAP":"",e.roughnessMap?"#define USE_ROUGHNESSMAP":"",e.metalnessMap?"#define USE_METALNESSMAP":"",e.alphaMap?"#define USE_ALPHAMAP":"",e.alphaTest?"#define USE_ALPHATEST":"",e.alphaHash?"#define USE_ALPHAHASH":"",e.sheen?"#define USE_SHEEN":"",e.sheenColorMap?"#define USE_SHEEN_COLORMAP":"",e.sheenRoughnessMap?"#define USE_SHEEN_ROUGHNESSMAP":"",e.transmission?"#define USE_TRANSMISSION":"",e.transmissionMap?"#define USE_TRANSMISSIONMAP":"",e.thicknessMap?"#define USE_THICKNESSMAP":"",e.vertexTangents&&e.flatShading===!1?"#define USE_TANGENT":"",e.vertexColors||e.instancingColor?"#define USE_COLOR":"",e.vertexAlphas||e.batchingColor?"#define USE_COLOR_ALPHA":"",e.vertexUv1s?"#define USE_UV1":"",e.vertexUv2s?"#define USE_UV2":"",e.vertexUv3s?"#define USE_UV3":"",e.pointsUvs?"#define USE_POINTS_UV":"",e.gradientMap?"#define USE_GRADIENTMAP":"",e.flatShading?"#define FLAT_SHADED":"",e.doubleSided?"#define DOUBLE_SIDED":"",e.flipSided?"#define FLIP_SIDED":"",e.shadowMapEnabled?"#define USE_SHADOWMAP":"",e.shadowMapEnabled?"#define "+l:"",e.premultipliedAlpha?"#define PREMULTIPLIED_ALPHA":"",e.numLightProbes>0?"#define USE_LIGHT_PROBES":"",e.decodeVideoTexture?"#define DECODE_VIDEO_TEXTURE":"",e.decodeVideoTextureEmissive?"#define DECODE_VIDEO_TEXTURE_EMISSIVE":"",e.logarithmicDepthBuffer?"#define USE_LOGARITHMIC_DEPTH_BUFFER":"",e.reversedDepthBuffer?"#define USE_REVERSED_DEPTH_BUFFER":"","uniform mat4 viewMatrix;","uniform vec3 cameraPosition;","uniform bool isOrthographic;",e.toneMapping!==ts?"#define TONE_MAPPING":"",e.toneMapping!==ts?de.tonemapping_pars_fragment:"",e.toneMapping!==ts?Sb("toneMapping",e.toneMapping):"",e.dithering?"#define DITHERING":"",e.opaque?"#define OPAQUE":"",de.colorspace_pars_fragment,yb("linearToOutputTexel",e.outputColorSpace),Mb(),e.useDepthPacking?"#define DEPTH_PACKING "+e.depthPacking:"",`
`].filter(Ha).join(`
`)),o=tf(o),o=hg(o,e),o=ug(o,e),a=tf(a),a=hg(a,e),a=ug(a,e),o=dg(o),a=dg(a),e.isRawShaderMaterial!==!0&&(g=`#version 300 es
`,x=[d,"#define attribute in","#define varying out","#define texture2D texture"].join(`
`)+`
`+x,m=["#define varying in",e.glslVersion===zd?"":"layout(location = 0) out highp vec4 pc_fragColor;",e.glslVersion===zd?"":"#define gl_FragColor pc_fragColor","#define gl_FragDepthEXT gl_FragDepth","#define texture2D texture","#define textureCube texture","#define texture2DProj textureProj","#define texture2DLodEXT textureLod","#define texture2DProjLodEXT textureProjLod","#define textureCubeLodEXT textureLod","#define texture2DGradEXT textureGrad","#define texture2DProjGradEXT textureProjGrad","#define textureCubeGradEXT textureGrad"].join(`
`)+`
`+m);let S=g+x+o,E=g+m+a,y=ag(s,s.VERTEX_SHADER,S),R=ag(s,s.FRAGMENT_SHADER,E);s.attachShader(p,y),s.attachShader(p,R),e.index0AttributeName!==void 0?s.bindAttribLocation(p,0,e.index0AttributeName):e.hasPositionAttribute===!0&&s.bindAttribLocation(p,0,"position"),s.linkProgram(p);function T(I){if(i.debug.checkShaderErrors){let D=s.getProgramInfoLog(p)||"",z=s.getShaderInfoLog(y)||"",V=s.getShaderInfoLog(R)||"",N=D.trim(),H=z.trim(),q=V.trim(),G=!0,lt=!0;if(s.getProgramParameter(p,s.LINK_STATUS)===!1)if(G=!1,typeof i.debug.onShaderError=="function")i.debug.onShaderError(s,p,y,R);else{let $=cg(s,y,"vertex"),K=cg(s,R,"fragment");ee("WebGLProgram: Shader Error "+s.getError()+" - VALIDATE_STATUS "+s.getProgramParameter(p,s.VALIDATE_STATUS)+`

Material Name: `+I.name+`
Material Type: `+I.type+`

Program Info Log: `+N+`
`+$+`
`+K)}else N!==""?Jt("WebGLProgram: Program Info Log:",N):(H===""||q==="")&&(lt=!1);lt&&(I.diagnostics={runnable:G,programLog:N,vertexShader:{log:H,prefix:x},fragmentShader:{log:q,prefix:m}})}s.deleteShader(y),s.deleteShader(R),_=new mo(s,p),w=Ab(s,p)}let _;this.getUniforms=function(){return _===void 0&&T(this),_};let w;this.getAttributes=function(){return w===void 0&&T(this),w};let F=e.rendererExtensionParallelShaderCompile===!1;return this.isReady=function(){return F===!1&&(F=s.getProgramParameter(p,mb)),F},this.destroy=function(){n.releaseStatesOfProgram(this),s.deleteProgram(p),this.program=void 0},this.type=e.shaderType,this.name=e.shaderName,this.id=gb++,this.cacheKey=t,this.usedTimes=1,this.program=p,this.vertexShader=y,this.fragmentShader=R,this}var Ob=0,ef=class{constructor(){this.shaderCache=new Map,this.materialCache=new Map}update(t,e,n){let s=this._getShaderCacheForMaterial(t);return s.has(e)===!1&&(s.add(e),e.usedTimes++),s.has(n)===!1&&(s.add(n),n.usedTimes++),this}remove(t){let e=this.materialCache.get(t);for(let n of e)n.usedTimes--,n.usedTimes===0&&this.shaderCache.delete(n.code);return this.materialCache.delete(t),this}getVertexShaderStage(t){return this._getShaderStage(t.vertexShader)}getFragmentShaderStage(t){return this._getShaderStage(t.fragmentShader)}dispose(){this.shaderCache.clear(),this.materialCache.clear()}_getShaderCacheForMaterial(t){let e=this.materialCache,n=e.get(t);return n===void 0&&(n=new Set,e.set(t,n)),n}_getShaderStage(t){let e=this.shaderCache,n=e.get(t);return n===void 0&&(n=new nf(t),e.set(t,n)),n}},nf=class{constructor(t){this.id=Ob++,this.code=t,this.usedTimes=0}};function Bb(i){return i===qs||i===Ba||i===za}function zb(i,t,e,n,s,r){let o=new io,a=new ef,l=new Set,c=[],h=new Map,u=n.logarithmicDepthBuffer,d={MeshDepthMaterial:"depth",MeshDistanceMaterial:"distance",MeshNormalMaterial:"normal",MeshBasicMaterial:"basic",MeshLambertMaterial:"lambert",MeshPhongMaterial:"phong",MeshToonMaterial:"toon",MeshStandardMaterial:"physical",MeshPhysicalMaterial:"physical",MeshMatcapMaterial:"matcap",LineBasicMaterial:"basic",LineDashedMaterial:"dashed",PointsMaterial:"points",ShadowMaterial:"shadow",SpriteMaterial:"sprite"};function f(_){return l.add(_),_===0?"uv":`uv${_}`}function p(_,w,F,I,D,z){let V=I.fog,N=D.geometry,H=_.isMeshStandardMaterial||_.isMeshLambertMaterial||_.isMeshPhongMaterial?I.environment:null,q=_.isMeshStandardMaterial||_.isMeshLambertMaterial&&!_.envMap||_.isMeshPhongMaterial&&!_.envMap,G=t.get(_.envMap||H,q),lt=d[_.type],$=n.precision;_.precision!==null&&($=n.getMaxPrecision(_.precision),$!==_.precision&&Jt("WebGLProgram.getParameters:",_.precision,"not supported, using",$,"instead."));let K=N.morphAttributes.position||N.morphAttributes.normal||N.morphAttributes.color,et=K!==void 0?K.length:0,dt=0;N.morphAttributes.position!==void 0&&(dt=1),N.morphAttributes.normal!==void 0&&(dt=2),N.morphAttributes.color!==void 0&&(dt=3);let ut,tt,mt,xt;if(lt){let Rt=jn[lt];ut=Rt.vertexShader,tt=Rt.fragmentShader}else{ut=_.vertexShader,tt=_.fragmentShader;let Rt=a.getVertexShaderStage(_),ce=a.getFragmentShaderStage(_);a.update(_,Rt,ce),mt=Rt.id,xt=ce.id}let Et=i.getRenderTarget(),Mt=i.state.buffers.depth.getReversed(),qt=D.isInstancedMesh===!0,oe=D.isBatchedMesh===!0,Wt=!!_.map,fe=!!_.matcap,he=!!G,se=he&&G.isPMREMTexture===!0,Xe=!!_.aoMap,Be=!!_.lightMap,rn=!!_.bumpMap&&_.wireframe===!1,De=!!_.normalMap,Sn=!!_.displacementMap,Se=!!_.emissiveMap,fn=!!_.metalnessMap,Je=!!_.roughnessMap,on=_.anisotropy>0,B=_.clearcoat>0,Ct=_.diffuseRoughness>0,Kt=_.dispersion>0,ae=_.retroreflectivity>0,bt=_.iridescence>0,Ue=_.sheen>0,Vt=_.transmission>0,Zt=on&&!!_.anisotropyMap,P=B&&!!_.clearcoatMap,M=B&&!!_.clearcoatNormalMap,X=B&&!!_.clearcoatRoughnessMap,ht=Ct&&!!_.diffuseRoughnessMap,ot=bt&&!!_.iridescenceMap,_t=bt&&!!_.iridescenceThicknessMap,yt=Ue&&!!_.sheenColorMap,nt=Ue&&!!_.sheenRoughnessMap,st=!!_.specularMap,pt=!!_.specularColorMap,O=!!_.specularIntensityMap,rt=Vt&&!!_.transmissionMap,it=Vt&&!!_.thicknessMap,wt=!!_.gradientMap,gt=!!_.alphaMap,St=_.alphaTest>0,Xt=!!_.alphaHash,Qt=!!_.extensions,ct=ts;_.toneMapped&&(Et===null||Et.isXRRenderTarget===!0)&&(ct=i.toneMapping);let Bt=se?G.isCompressedCubeTexture?G.image[0].mipmaps:G.mipmaps:null,te={shaderID:lt,shaderType:_.type,shaderName:_.name,vertexShader:ut,fragmentShader:tt,defines:_.defines,customVertexShaderID:mt,customFragmentShaderID:xt,isRawShaderMaterial:_.isRawShaderMaterial===!0,glslVersion:_.glslVersion,precision:$,batching:oe,batchingColor:oe&&D._colorsTexture!==null,instancing:qt,instancingColor:qt&&D.instanceColor!==null,instancingMorph:qt&&D.morphTexture!==null,outputColorSpace:Et===null?i.outputColorSpace:Et.isXRRenderTarget===!0?Et.texture.colorSpace:_e.workingColorSpace,alphaToCoverage:!!_.alphaToCoverage,map:Wt,matcap:fe,envMap:he,envMapMode:he&&G.mapping,envMapPMREM:se,envMapMaxLod:se?Bt.length-1:null,envMapSize:se?Bt[0].width:null,aoMap:Xe,lightMap:Be,bumpMap:rn,normalMap:De,displacementMap:Sn,emissiveMap:Se,normalMapObjectSpace:De&&_.normalMapType===Om,normalMapTangentSpace:De&&_.normalMapType===ka,packedNormalMap:De&&_.normalMapType===ka&&Bb(_.normalMap.format),metalnessMap:fn,roughnessMap:Je,anisotropy:on,anisotropyMap:Zt,clearcoat:B,clearcoatMap:P,clearcoatNormalMap:M,clearcoatRoughnessMap:X,diffuseRoughness:Ct,diffuseRoughnessMap:ht,dispersion:Kt,retroreflection:ae,iridescence:bt,iridescenceMap:ot,iridescenceThicknessMap:_t,sheen:Ue,sheenColorMap:yt,sheenRoughnessMap:nt,specularMap:st,specularColorMap:pt,specularIntensityMap:O,transmission:Vt,transmissionMap:rt,thicknessMap:it,gradientMap:wt,opaque:_.transparent===!1&&_.blending===uo&&_.alphaToCoverage===!1,alphaMap:gt,alphaTest:St,alphaHash:Xt,combine:_.combine,mapUv:Wt&&f(_.map.channel),aoMapUv:Xe&&f(_.aoMap.channel),lightMapUv:Be&&f(_.lightMap.channel),bumpMapUv:rn&&f(_.bumpMap.channel),normalMapUv:De&&f(_.normalMap.channel),displacementMapUv:Sn&&f(_.displacementMap.channel),emissiveMapUv:Se&&f(_.emissiveMap.channel),metalnessMapUv:fn&&f(_.metalnessMap.channel),roughnessMapUv:Je&&f(_.roughnessMap.channel),anisotropyMapUv:Zt&&f(_.anisotropyMap.channel),clearcoatMapUv:P&&f(_.clearcoatMap.channel),clearcoatNormalMapUv:M&&f(_.clearcoatNormalMap.channel),clearcoatRoughnessMapUv:X&&f(_.clearcoatRoughnessMap.channel),diffuseRoughnessMapUv:ht&&f(_.diffuseRoughnessMap.channel),iridescenceMapUv:ot&&f(_.iridescenceMap.channel),iridescenceThicknessMapUv:_t&&f(_.iridescenceThicknessMap.channel),sheenColorMapUv:yt&&f(_.sheenColorMap.channel),sheenRoughnessMapUv:nt&&f(_.sheenRoughnessMap.channel),specularMapUv:st&&f(_.specularMap.channel),specularColorMapUv:pt&&f(_.specularColorMap.channel),specularIntensityMapUv:O&&f(_.specularIntensityMap.channel),transmissionMapUv:rt&&f(_.transmissionMap.channel),thicknessMapUv:it&&f(_.thicknessMap.channel),alphaMapUv:gt&&f(_.alphaMap.channel),vertexTangents:!!N.attributes.tangent&&(De||on),vertexNormals:!!N.attributes.normal,vertexColors:_.vertexColors,vertexAlphas:_.vertexColors===!0&&!!N.attributes.color&&N.attributes.color.itemSize===4,pointsUvs:D.isPoints===!0&&!!N.attributes.uv&&(Wt||gt),fog:!!V,useFog:_.fog===!0,fogExp2:!!V&&V.isFogExp2,flatShading:_.wireframe===!1&&(_.flatShading===!0||N.attributes.normal===void 0&&De===!1&&(_.isMeshLambertMaterial||_.isMeshPhongMaterial||_.isMeshStandardMaterial||_.isMeshPhysicalMaterial)),sizeAttenuation:_.sizeAttenuation===!0,logarithmicDepthBuffer:u,reversedDepthBuffer:Mt,skinning:D.isSkinnedMesh===!0,hasPositionAttribute:N.attributes.position!==void 0,morphTargets:N.morphAttributes.position!==void 0,morphNormals:N.morphAttributes.normal!==void 0,morphColors:N.morphAttributes.color!==void 0,morphTargetsCount:et,morphTextureStride:dt,numSunLights:w.sun.length,numDirLights:w.directional.length,numPointLights:w.point.length,numSpotLights:w.spot.length,numSpotLightMaps:w.spotLightMap.length,numRectAreaLights:w.rectArea.length,numHemiLights:w.hemi.length,numSunLightShadows:w.sunShadowMap.length,numDirLightShadows:w.directionalShadowMap.length,numPointLightShadows:w.pointShadowMap.length,numSpotLightShadows:w.spotShadowMap.length,numSpotLightShadowsWithMaps:w.numSpotLightShadowsWithMaps,numLightProbes:w.numLightProbes,numLightProbeGrids:z.filter(Rt=>Rt.texture!==null).length,numClippingPlanes:r.numPlanes,numClipIntersection:r.numIntersection,dithering:_.dithering,shadowMapEnabled:i.shadowMap.enabled&&F.length>0,shadowMapType:i.shadowMap.type,toneMapping:ct,decodeVideoTexture:Wt&&_.map.isVideoTexture===!0&&_e.getTransfer(_.map.colorSpace)===Ee,decodeVideoTextureEmissive:Se&&_.emissiveMap.isVideoTexture===!0&&_e.getTransfer(_.emissiveMap.colorSpace)===Ee,premultipliedAlpha:_.premultipliedAlpha,doubleSided:_.side===Kn,flipSided:_.side===Jn,useDepthPacking:_.depthPacking>=0,depthPacking:_.depthPacking||0,index0AttributeName:_.index0AttributeName,extensionClipCullDistance:Qt&&_.extensions.clipCullDistance===!0&&e.has("WEBGL_clip_cull_distance"),extensionMultiDraw:(Qt&&_.extensions.multiDraw===!0||oe)&&e.has("WEBGL_multi_draw"),rendererExtensionParallelShaderCompile:e.has("KHR_parallel_shader_compile"),customProgramCacheKey:_.customProgramCacheKey()};return te.vertexUv1s=l.has(1),te.vertexUv2s=l.has(2),te.vertexUv3s=l.has(3),l.clear(),te}function x(_){let w=[];if(_.shaderID?w.push(_.shaderID):(w.push(_.customVertexShaderID),w.push(_.customFragmentShaderID)),_.defines!==void 0)for(let F in _.defines)w.push(F),w.push(_.defines[F]);return _.isRawShaderMaterial===!1&&(m(w,_),g(w,_),w.push(i.outputColorSpace)),w.push(_.customProgramCacheKey),w.join()}function m(_,w){_.push(w.precision),_.push(w.outputColorSpace),_.push(w.envMapMode),_.push(w.envMapPMREM),_.push(w.envMapMaxLod),_.push(w.envMapSize),_.push(w.mapUv),_.push(w.alphaMapUv),_.push(w.lightMapUv),_.push(w.aoMapUv),_.push(w.bumpMapUv),_.push(w.normalMapUv),_.push(w.displacementMapUv),_.push(w.emissiveMapUv),_.push(w.metalnessMapUv),_.push(w.roughnessMapUv),_.push(w.anisotropyMapUv),_.push(w.clearcoatMapUv),_.push(w.clearcoatNormalMapUv),_.push(w.clearcoatRoughnessMapUv),_.push(w.diffuseRoughnessMapUv),_.push(w.iridescenceMapUv),_.push(w.iridescenceThicknessMapUv),_.push(w.sheenColorMapUv),_.push(w.sheenRoughnessMapUv),_.push(w.specularMapUv),_.push(w.specularColorMapUv),_.push(w.specularIntensityMapUv),_.push(w.transmissionMapUv),_.push(w.thicknessMapUv),_.push(w.combine),_.push(w.fogExp2),_.push(w.sizeAttenuation),_.push(w.morphTargetsCount),_.push(w.numSunLights),_.push(w.numDirLights),_.push(w.numPointLights),_.push(w.numSpotLights),_.push(w.numSpotLightMaps),_.push(w.numHemiLights),_.push(w.numRectAreaLights),_.push(w.numSunLightShadows),_.push(w.numDirLightShadows),_.push(w.numPointLightShadows),_.push(w.numSpotLightShadows),_.push(w.numSpotLightShadowsWithMaps),_.push(w.numLightProbes),_.push(w.numLightProbeGrids),_.push(w.shadowMapType),_.push(w.toneMapping),_.push(w.numClippingPlanes),_.push(w.numClipIntersection),_.push(w.depthPacking)}function g(_,w){o.disableAll(),w.instancing&&o.enable(0),w.instancingColor&&o.enable(1),w.instancingMorph&&o.enable(2),w.matcap&&o.enable(3),w.envMap&&o.enable(4),w.normalMapObjectSpace&&o.enable(5),w.normalMapTangentSpace&&o.enable(6),w.clearcoat&&o.enable(7),w.iridescence&&o.enable(8),w.alphaTest&&o.enable(9),w.vertexColors&&o.enable(10),w.vertexAlphas&&o.enable(11),w.vertexUv1s&&o.enable(12),w.vertexUv2s&&o.enable(13),w.vertexUv3s&&o.enable(14),w.vertexTangents&&o.enable(15),w.anisotropy&&o.enable(16),w.alphaHash&&o.enable(17),w.batching&&o.enable(18),w.dispersion&&o.enable(19),w.retroreflection&&o.enable(24),w.diffuseRoughness&&o.enable(25),w.batchingColor&&o.enable(20),w.gradientMap&&o.enable(21),w.packedNormalMap&&o.enable(22),w.vertexNormals&&o.enable(23),_.push(o.mask),o.disableAll(),w.fog&&o.enable(0),w.useFog&&o.enable(1),w.flatShading&&o.enable(2),w.logarithmicDepthBuffer&&o.enable(3),w.reversedDepthBuffer&&o.enable(4),w.skinning&&o.enable(5),w.morphTargets&&o.enable(6),w.morphNormals&&o.enable(7),w.morphColors&&o.enable(8),w.premultipliedAlpha&&o.enable(9),w.shadowMapEnabled&&o.enable(10),w.doubleSided&&o.enable(11),w.flipSided&&o.enable(12),w.useDepthPacking&&o.enable(13),w.dithering&&o.enable(14),w.transmission&&o.enable(15),w.sheen&&o.enable(16),w.opaque&&o.enable(17),w.pointsUvs&&o.enable(18),w.decodeVideoTexture&&o.enable(19),w.decodeVideoTextureEmissive&&o.enable(20),w.alphaToCoverage&&o.enable(21),w.numLightProbeGrids>0&&o.enable(22),w.hasPositionAttribute&&o.enable(23),_.push(o.mask)}function S(_){let w=d[_.type],F;if(w){let I=jn[w];F=Va.clone(I.uniforms)}else F=_.uniforms;return F}function E(_,w){let F=h.get(w);return F!==void 0?++F.usedTimes:(F=new Fb(i,w,_,s),c.push(F),h.set(w,F)),F}function y(_){if(--_.usedTimes===0){let w=c.indexOf(_);c[w]=c[c.length-1],c.pop(),h.delete(_.cacheKey),_.destroy()}}function R(_){a.remove(_)}function T(){a.dispose()}return{getParameters:p,getProgramCacheKey:x,getUniforms:S,acquireProgram:E,releaseProgram:y,releaseShaderCache:R,programs:c,dispose:T}}function kb(){let i=new WeakMap;function t(o){return i.has(o)}function e(o){let a=i.get(o);return a===void 0&&(a={},i.set(o,a)),a}function n(o){i.delete(o)}function s(o,a,l){i.get(o)[a]=l}function r(){i=new WeakMap}return{has:t,get:e,remove:n,update:s,dispose:r}}function Vb(i,t){return i.groupOrder!==t.groupOrder?i.groupOrder-t.groupOrder:i.renderOrder!==t.renderOrder?i.renderOrder-t.renderOrder:i.material.id!==t.material.id?i.material.id-t.material.id:i.materialVariant!==t.materialVariant?i.materialVariant-t.materialVariant:i.z!==t.z?i.z-t.z:i.id-t.id}function pg(i,t){return i.groupOrder!==t.groupOrder?i.groupOrder-t.groupOrder:i.renderOrder!==t.renderOrder?i.renderOrder-t.renderOrder:i.z!==t.z?t.z-i.z:i.id-t.id}function mg(){let i=[],t=0,e=[],n=[],s=[];function r(){t=0,e.length=0,n.length=0,s.length=0}function o(d){let f=0;return d.isInstancedMesh&&(f+=2),d.isSkinnedMesh&&(f+=1),f}function a(d,f,p,x,m,g){let S=i[t];return S===void 0?(S={id:d.id,object:d,geometry:f,material:p,materialVariant:o(d),groupOrder:x,renderOrder:d.renderOrder,z:m,group:g},i[t]=S):(S.id=d.id,S.object=d,S.geometry=f,S.material=p,S.materialVariant=o(d),S.groupOrder=x,S.renderOrder=d.renderOrder,S.z=m,S.group=g),t++,S}function l(d,f,p,x,m,g,S){S.reversedDepth===!0&&(m=-m);let E=a(d,f,p,x,m,g);p.transmission>0?n.push(E):p.transparent===!0?s.push(E):e.push(E)}function c(d,f,p,x,m,g){let S=a(d,f,p,x,m,g);p.transmission>0?n.unshift(S):p.transparent===!0?s.unshift(S):e.unshift(S)}function h(d,f){e.length>1&&e.sort(d||Vb),n.length>1&&n.sort(f||pg),s.length>1&&s.sort(f||pg)}function u(){for(let d=t,f=i.length;d<f;d++){let p=i[d];if(p.id===null)break;p.id=null,p.object=null,p.geometry=null,p.material=null,p.group=null}}return{opaque:e,transmissive:n,transparent:s,init:r,push:l,unshift:c,finish:u,sort:h}}function Gb(){let i=new WeakMap;function t(n,s){let r=i.get(n),o;return r===void 0?(o=new mg,i.set(n,[o])):s>=r.length?(o=new mg,r.push(o)):o=r[s],o}function e(){i=new WeakMap}return{get:t,dispose:e}}function Hb(){let i={};return{get:function(t){if(i[t.id]!==void 0)return i[t.id];let e;switch(t.type){case"SunLight":case"DirectionalLight":e={direction:new C,color:new $t};break;case"SpotLight":e={position:new C,direction:new C,color:new $t,distance:0,coneCos:0,penumbraCos:0,decay:0};break;case"PointLight":e={position:new C,color:new $t,distance:0,decay:0};break;case"HemisphereLight":e={direction:new C,skyColor:new $t,groundColor:new $t};break;case"RectAreaLight":e={color:new $t,position:new C,halfWidth:new C,halfHeight:new C};break}return i[t.id]=e,e}}}function Wb(){let i={};return{get:function(t){if(i[t.id]!==void 0)return i[t.id];let e;switch(t.type){case"SunLight":case"DirectionalLight":e={shadowIntensity:1,shadowBias:0,shadowNormalBias:0,shadowRadius:1,shadowMapSize:new Ht};break;case"SpotLight":e={shadowIntensity:1,shadowBias:0,shadowNormalBias:0,shadowRadius:1,shadowMapSize:new Ht};break;case"PointLight":e={shadowIntensity:1,shadowBias:0,shadowNormalBias:0,shadowRadius:1,shadowMapSize:new Ht,shadowCameraNear:1,shadowCameraFar:1e3};break}return i[t.id]=e,e}}}var Xb=0;function qb(i,t){return(t.castShadow?2:0)-(i.castShadow?2:0)+(t.map?1:0)-(i.map?1:0)}function Yb(i){let t=new Hb,e=Wb(),n={version:0,hash:{sunLength:-1,directionalLength:-1,pointLength:-1,spotLength:-1,rectAreaLength:-1,hemiLength:-1,numSunShadows:-1,numDirectionalShadows:-1,numPointShadows:-1,numSpotShadows:-1,numSpotMaps:-1,numLightProbes:-1},ambient:[0,0,0],probe:[],sun:[],sunShadow:[],sunShadowMap:[],sunShadowMatrix:[],sunShadowCascade:[],directional:[],directionalShadow:[],directionalShadowMap:[],directionalShadowMatrix:[],spot:[],spotLightMap:[],spotShadow:[],spotShadowMap:[],spotLightMatrix:[],rectArea:[],rectAreaLTC1:null,rectAreaLTC2:null,point:[],pointShadow:[],pointShadowMap:[],pointShadowMatrix:[],hemi:[],numSpotLightShadowsWithMaps:0,numLightProbes:0};for(let c=0;c<9;c++)n.probe.push(new C);let s=new C,r=new Ot,o=new Ot;function a(c){let h=0,u=0,d=0;for(let z=0;z<9;z++)n.probe[z].set(0,0,0);let f=0,p=0,x=0,m=0,g=0,S=0,E=0,y=0,R=0,T=0,_=0,w=0,F=0,I=0;c.sort(qb);for(let z=0,V=c.length;z<V;z++){let N=c[z],H=N.color,q=N.intensity,G=N.distance,lt=null;if(N.shadow&&N.shadow.map&&(N.shadow.map.texture.format===qs?lt=N.shadow.map.texture:lt=N.shadow.map.depthTexture||N.shadow.map.texture),N.isAmbientLight)h+=H.r*q,u+=H.g*q,d+=H.b*q;else if(N.isLightProbe){for(let $=0;$<9;$++)n.probe[$].addScaledVector(N.sh.coefficients[$],q);I++}else if(N.isSunLight){let $=t.get(N);if($.color.copy(N.color).multiplyScalar(N.intensity),N.castShadow){let K=N.shadow,et=e.get(N);et.shadowIntensity=K.intensity,et.shadowBias=K.bias,et.shadowNormalBias=K.normalBias,et.shadowRadius=K.radius,et.shadowMapSize.copy(K.mapSize).multiply(K.getFrameExtents()),n.sunShadow[p]=et,n.sunShadowMap[p]=lt;let dt=K.getViewportCount();for(let ut=0;ut<dt;ut++)n.sunShadowMatrix[x+ut]=K.getMatrix(ut),n.sunShadowCascade[x+ut]=K._cascadeData[ut];x+=dt,p++}n.sun[f]=$,f++}else if(N.isDirectionalLight){let $=t.get(N);if($.color.copy(N.color).multiplyScalar(N.intensity),N.castShadow){let K=N.shadow,et=e.get(N);et.shadowIntensity=K.intensity,et.shadowBias=K.bias,et.shadowNormalBias=K.normalBias,et.shadowRadius=K.radius,et.shadowMapSize=K.mapSize,n.directionalShadow[m]=et,n.directionalShadowMap[m]=lt,n.directionalShadowMatrix[m]=N.shadow.matrix,R++}n.directional[m]=$,m++}else if(N.isSpotLight){let $=t.get(N);$.position.setFromMatrixPosition(N.matrixWorld),$.color.copy(H).multiplyScalar(q),$.distance=G,$.coneCos=Math.cos(N.angle),$.penumbraCos=Math.cos(N.angle*(1-N.penumbra)),$.decay=N.decay,n.spot[S]=$;let K=N.shadow;if(N.map&&(n.spotLightMap[w]=N.map,w++,K.updateMatrices(N),N.castShadow&&F++),n.spotLightMatrix[S]=K.matrix,N.castShadow){let et=e.get(N);et.shadowIntensity=K.intensity,et.shadowBias=K.bias,et.shadowNormalBias=K.normalBias,et.shadowRadius=K.radius,et.shadowMapSize=K.mapSize,n.spotShadow[S]=et,n.spotShadowMap[S]=lt,_++}S++}else if(N.isRectAreaLight){let $=t.get(N);$.color.copy(H).multiplyScalar(q),$.halfWidth.set(N.width*.5,0,0),$.halfHeight.set(0,N.height*.5,0),n.rectArea[E]=$,E++}else if(N.isPointLight){let $=t.get(N);if($.color.copy(N.color).multiplyScalar(N.intensity),$.distance=N.distance,$.decay=N.decay,N.castShadow){let K=N.shadow,et=e.get(N);et.shadowIntensity=K.intensity,et.shadowBias=K.bias,et.shadowNormalBias=K.normalBias,et.shadowRadius=K.radius,et.shadowMapSize=K.mapSize,et.shadowCameraNear=K.camera.near,et.shadowCameraFar=K.camera.far,n.pointShadow[g]=et,n.pointShadowMap[g]=lt,n.pointShadowMatrix[g]=N.shadow.matrix,T++}n.point[g]=$,g++}else if(N.isHemisphereLight){let $=t.get(N);$.skyColor.copy(N.color).multiplyScalar(q),$.groundColor.copy(N.groundColor).multiplyScalar(q),n.hemi[y]=$,y++}}E>0&&(i.has("OES_texture_float_linear")===!0?(n.rectAreaLTC1=Pt.LTC_FLOAT_1,n.rectAreaLTC2=Pt.LTC_FLOAT_2):(n.rectAreaLTC1=Pt.LTC_HALF_1,n.rectAreaLTC2=Pt.LTC_HALF_2)),n.ambient[0]=h,n.ambient[1]=u,n.ambient[2]=d;let D=n.hash;(D.sunLength!==f||D.directionalLength!==m||D.pointLength!==g||D.spotLength!==S||D.rectAreaLength!==E||D.hemiLength!==y||D.numSunShadows!==p||D.numDirectionalShadows!==R||D.numPointShadows!==T||D.numSpotShadows!==_||D.numSpotMaps!==w||D.numLightProbes!==I)&&(n.sun.length=f,n.directional.length=m,n.spot.length=S,n.rectArea.length=E,n.point.length=g,n.hemi.length=y,n.sunShadow.length=p,n.sunShadowMap.length=p,n.sunShadowMatrix.length=x,n.sunShadowCascade.length=x,n.directionalShadow.length=R,n.directionalShadowMap.length=R,n.directionalShadowMatrix.length=R,n.pointShadow.length=T,n.pointShadowMap.length=T,n.pointShadowMatrix.length=T,n.spotShadow.length=_,n.spotShadowMap.length=_,n.spotLightMatrix.length=_+w-F,n.spotLightMap.length=w,n.numSpotLightShadowsWithMaps=F,n.numLightProbes=I,D.sunLength=f,D.directionalLength=m,D.pointLength=g,D.spotLength=S,D.rectAreaLength=E,D.hemiLength=y,D.numSunShadows=p,D.numDirectionalShadows=R,D.numPointShadows=T,D.numSpotShadows=_,D.numSpotMaps=w,D.numLightProbes=I,n.version=Xb++)}function l(c,h){let u=0,d=0,f=0,p=0,x=0,m=0,g=h.matrixWorldInverse;for(let S=0,E=c.length;S<E;S++){let y=c[S];if(y.isSunLight){let R=n.sun[u];R.direction.setFromMatrixPosition(y.matrixWorld),R.direction.transformDirection(g),u++}else if(y.isDirectionalLight){let R=n.directional[d];R.direction.setFromMatrixPosition(y.matrixWorld),s.setFromMatrixPosition(y.target.matrixWorld),R.direction.sub(s),R.direction.transformDirection(g),d++}else if(y.isSpotLight){let R=n.spot[p];R.position.setFromMatrixPosition(y.matrixWorld),R.position.applyMatrix4(g),R.direction.setFromMatrixPosition(y.matrixWorld),s.setFromMatrixPosition(y.target.matrixWorld),R.direction.sub(s),R.direction.transformDirection(g),p++}else if(y.isRectAreaLight){let R=n.rectArea[x];R.position.setFromMatrixPosition(y.matrixWorld),R.position.applyMatrix4(g),o.identity(),r.copy(y.matrixWorld),r.premultiply(g),o.extractRotation(r),R.halfWidth.set(y.width*.5,0,0),R.halfHeight.set(0,y.height*.5,0),R.halfWidth.applyMatrix4(o),R.halfHeight.applyMatrix4(o),x++}else if(y.isPointLight){let R=n.point[f];R.position.setFromMatrixPosition(y.matrixWorld),R.position.applyMatrix4(g),f++}else if(y.isHemisphereLight){let R=n.hemi[m];R.direction.setFromMatrixPosition(y.matrixWorld),R.direction.transformDirection(g),m++}}}return{setup:a,setupView:l,state:n}}function gg(i){let t=new Yb(i),e=[],n=[],s=[];function r(u){h.camera=u,e.length=0,n.length=0,s.length=0}function o(u){u.isLightProbeGrid?s.push(u):e.push(u)}function a(u){n.push(u)}function l(){t.setup(e),s.sort((u,d)=>u.priority-d.priority||u.id-d.id)}function c(u){t.setupView(e,u)}let h={lightsArray:e,shadowsArray:n,lightProbeGridArray:s,camera:null,lights:t,transmissionRenderTarget:{},textureUnits:0};return{init:r,state:h,setupLights:l,setupLightsView:c,pushLight:o,pushShadow:a}}function $b(i){let t=new WeakMap;function e(s,r=0){let o=t.get(s),a;return o===void 0?(a=new gg(i),t.set(s,[a])):r>=o.length?(a=new gg(i),o.push(a)):a=o[r],a}function n(){t=new WeakMap}return{get:e,dispose:n}}var Zb=`void main() {
	gl_Position = vec4( position, 1.0 );
}`,Jb=`uniform sampler2D shadow_pass;
uniform vec2 resolution;
uniform float radius;
void main() {
	const float samples = float( VSM_SAMPLES );
	float mean = 0.0;
	float squared_mean = 0.0;
	float uvStride = samples <= 1.0 ? 0.0 : 2.0 / ( samples - 1.0 );
	float uvStart = samples <= 1.0 ? 0.0 : - 1.0;
	for ( float i = 0.0; i < samples; i ++ ) {
		float uvOffset = uvStart + i * uvStride;
		#ifdef HORIZONTAL_PASS
			vec2 distribution = texture2D( shadow_pass, ( gl_FragCoord.xy + vec2( uvOffset, 0.0 ) * radius ) / resolution ).rg;
			mean += distribution.x;
			squared_mean += distribution.y * distribution.y + distribution.x * distribution.x;
		#else
			float depth = texture2D( shadow_pass, ( gl_FragCoord.xy + vec2( 0.0, uvOffset ) * radius ) / resolution ).r;
			mean += depth;
			squared_mean += depth * depth;
		#endif
	}
	mean = mean / samples;
	squared_mean = squared_mean / samples;
	float std_dev = sqrt( max( 0.0, squared_mean - mean * mean ) );
	gl_FragColor = vec4( mean, std_dev, 0.0, 1.0 );
}`,Kb=[new C(1,0,0),new C(-1,0,0),new C(0,1,0),new C(0,-1,0),new C(0,0,1),new C(0,0,-1)],jb=[new C(0,-1,0),new C(0,-1,0),new C(0,0,1),new C(0,0,-1),new C(0,-1,0),new C(0,-1,0)],_g=new Ot,Ga=new C,Jd=new C;function Qb(i,t,e){let n=new vs,s=new Ht,r=new Ht,o=new Re,a=new uc,l=new dc,c={},h=e.maxTextureSize,u={[Qi]:Jn,[Jn]:Qi,[Kn]:Kn},d=new Mi({defines:{VSM_SAMPLES:8},uniforms:{shadow_pass:{value:null},resolution:{value:new Ht},radius:{value:4}},vertexShader:Zb,fragmentShader:Jb}),f=d.clone();f.defines.HORIZONTAL_PASS=1;let p=new Ye;p.setAttribute("position",new Ze(new Float32Array([-1,-1,.5,3,-1,.5,-1,3,.5]),3));let x=new Bn(p,d),m=this;this.enabled=!1,this.autoUpdate=!0,this.needsUpdate=!1,this.type=Ia;let g=this.type;this.render=function(T,_,w){if(m.enabled===!1||m.autoUpdate===!1&&m.needsUpdate===!1||T.length===0)return;this.type===pm&&(Jt("WebGLShadowMap: PCFSoftShadowMap has been removed. Using PCFShadowMap instead."),this.type=Ia);let F=i.getRenderTarget(),I=i.getActiveCubeFace(),D=i.getActiveMipmapLevel(),z=i.state;z.setBlending(cr),z.buffers.depth.getReversed()===!0?z.buffers.color.setClear(0,0,0,0):z.buffers.color.setClear(1,1,1,1),z.buffers.depth.setTest(!0),z.setScissorTest(!1);let V=g!==this.type;V&&_.traverse(function(N){N.material&&(Array.isArray(N.material)?N.material.forEach(H=>H.needsUpdate=!0):N.material.needsUpdate=!0)});for(let N=0,H=T.length;N<H;N++){let q=T[N],G=q.shadow;if(G===void 0){Jt("WebGLShadowMap:",q,"has no shadow.");continue}if(G.autoUpdate===!1&&G.needsUpdate===!1)continue;s.copy(G.mapSize);let lt=G.getFrameExtents();s.multiply(lt),r.copy(G.mapSize),(s.x>h||s.y>h)&&(s.x>h&&(r.x=Math.floor(h/lt.x),s.x=r.x*lt.x,G.mapSize.x=r.x),s.y>h&&(r.y=Math.floor(h/lt.y),s.y=r.y*lt.y,G.mapSize.y=r.y));let $=i.state.buffers.depth.getReversed();if(G.camera._reversedDepth=$,G.map===null||V===!0){if(G.map!==null&&(G.map.depthTexture!==null&&(G.map.depthTexture.dispose(),G.map.depthTexture=null),G.map.dispose()),this.type===ho){if(q.isPointLight){Jt("WebGLShadowMap: VSM shadow maps are not supported for PointLights. Use PCF or BasicShadowMap instead.");continue}G.map=new di(s.x,s.y,{format:qs,type:Ui,minFilter:$n,magFilter:$n,generateMipmaps:!1}),G.map.texture.name=q.name+".shadowMap",G.map.depthTexture=new Ss(s.x,s.y,ei),G.map.depthTexture.name=q.name+".shadowMapDepth",G.map.depthTexture.format=ys,G.map.depthTexture.compareFunction=null,G.map.depthTexture.minFilter=En,G.map.depthTexture.magFilter=En}else q.isPointLight?(G.map=new Wa(s.x),G.map.depthTexture=new fa(s.x,bi)):(G.map=new di(s.x,s.y),G.map.depthTexture=new Ss(s.x,s.y,bi)),G.map.depthTexture.name=q.name+".shadowMap",G.map.depthTexture.format=ys,this.type===Ia?(G.map.depthTexture.compareFunction=$?Ud:Nd,G.map.depthTexture.minFilter=$n,G.map.depthTexture.magFilter=$n):(G.map.depthTexture.compareFunction=null,G.map.depthTexture.minFilter=En,G.map.depthTexture.magFilter=En);G.camera.updateProjectionMatrix()}G.map.isWebGLCubeRenderTarget!==!0&&(G.map.width!==s.x||G.map.height!==s.y)&&G.map.setSize(s.x,s.y);let K=G.map.isWebGLCubeRenderTarget?6:G.getViewportCount();q.isPointLight!==!0&&G.updateMatrices(q,w);let et=(G.camera.layers.mask&4294967294)!==0?G.camera.layers:w.layers;for(let dt=0;dt<K;dt++){let ut=G.getCamera(dt);if(q.isPointLight){let tt=G.camera,mt=G.matrix,xt=q.distance||tt.far;xt!==tt.far&&(tt.far=xt,tt.updateProjectionMatrix()),Ga.setFromMatrixPosition(q.matrixWorld),tt.position.copy(Ga),Jd.copy(tt.position),Jd.add(Kb[dt]),tt.up.copy(jb[dt]),tt.lookAt(Jd),tt.updateMatrixWorld(),mt.makeTranslation(-Ga.x,-Ga.y,-Ga.z),_g.multiplyMatrices(tt.projectionMatrix,tt.matrixWorldInverse),G._frustum.setFromProjectionMatrix(_g,tt.coordinateSystem,tt.reversedDepth)}if(G.map.isWebGLCubeRenderTarget)i.setRenderTarget(G.map,dt),i.clear();else{dt===0&&(i.setRenderTarget(G.map),i.clear());let tt=G.getViewport(dt);o.set(r.x*tt.x,r.y*tt.y,r.x*tt.z,r.y*tt.w),z.viewport(o)}n=G.getFrustum(dt),y(_,w,ut,q,et,this.type)}G.isPointLightShadow!==!0&&this.type===ho&&S(G,w),G.needsUpdate=!1}g=this.type,m.needsUpdate=!1,i.setRenderTarget(F,I,D)};function S(T,_){let w=t.update(x);d.defines.VSM_SAMPLES!==T.blurSamples&&(d.defines.VSM_SAMPLES=T.blurSamples,f.defines.VSM_SAMPLES=T.blurSamples,d.needsUpdate=!0,f.needsUpdate=!0),T.mapPass===null?T.mapPass=new di(s.x,s.y,{format:qs,type:Ui}):(T.mapPass.width!==T.map.width||T.mapPass.height!==T.map.height)&&T.mapPass.setSize(T.map.width,T.map.height),d.uniforms.shadow_pass.value=T.map.depthTexture,d.uniforms.resolution.value.set(T.map.width,T.map.height),d.uniforms.radius.value=T.radius,i.setRenderTarget(T.mapPass),i.clear(),i.renderBufferDirect(_,null,w,d,x,null),f.uniforms.shadow_pass.value=T.mapPass.texture,f.uniforms.resolution.value.set(T.map.width,T.map.height),f.uniforms.radius.value=T.radius,i.setRenderTarget(T.map),i.clear(),i.renderBufferDirect(_,null,w,f,x,null)}function E(T,_,w,F){let I=null,D=w.isPointLight===!0?T.customDistanceMaterial:T.customDepthMaterial;if(D!==void 0)I=D;else if(I=w.isPointLight===!0?l:a,i.localClippingEnabled&&_.clipShadows===!0&&Array.isArray(_.clippingPlanes)&&_.clippingPlanes.length!==0||_.displacementMap&&_.displacementScale!==0||_.alphaMap&&_.alphaTest>0||_.map&&_.alphaTest>0||_.alphaToCoverage===!0){let z=I.uuid,V=_.uuid,N=c[z];N===void 0&&(N={},c[z]=N);let H=N[V];H===void 0&&(H=I.clone(),N[V]=H,_.addEventListener("dispose",R)),I=H}if(I.visible=_.visible,I.wireframe=_.wireframe,F===ho?I.side=_.shadowSide!==null?_.shadowSide:_.side:I.side=_.shadowSide!==null?_.shadowSide:u[_.side],I.alphaMap=_.alphaMap,I.alphaTest=_.alphaToCoverage===!0?.5:_.alphaTest,I.map=_.map,I.clipShadows=_.clipShadows,I.clippingPlanes=_.clippingPlanes,I.clipIntersection=_.clipIntersection,I.displacementMap=_.displacementMap,I.displacementScale=_.displacementScale,I.displacementBias=_.displacementBias,I.wireframeLinewidth=_.wireframeLinewidth,I.linewidth=_.linewidth,w.isPointLight===!0&&I.isMeshDistanceMaterial===!0){let z=i.properties.get(I);z.light=w}return I}function y(T,_,w,F,I,D){if(T.visible===!1)return;if(T.layers.test(I)&&(T.isMesh||T.isLine||T.isPoints)&&(T.castShadow||T.receiveShadow&&D===ho)&&(!T.frustumCulled||T.intersectsFrustum(n))){T.modelViewMatrix.multiplyMatrices(w.matrixWorldInverse,T.matrixWorld);let N=t.update(T),H=T.material;if(Array.isArray(H)){let q=N.groups;for(let G=0,lt=q.length;G<lt;G++){let $=q[G],K=H[$.materialIndex];if(K&&K.visible){let et=E(T,K,F,D);T.onBeforeShadow(i,T,_,w,N,et,$),i.renderBufferDirect(w,null,N,et,T,$),T.onAfterShadow(i,T,_,w,N,et,$)}}}else if(H.visible){let q=E(T,H,F,D);T.onBeforeShadow(i,T,_,w,N,q,null),i.renderBufferDirect(w,null,N,q,T,null),T.onAfterShadow(i,T,_,w,N,q,null)}}let V=T.children;for(let N=0,H=V.length;N<H;N++)y(V[N],_,w,F,I,D)}function R(T){T.target.removeEventListener("dispose",R);for(let w in c){let F=c[w],I=T.target.uuid;I in F&&(F[I].dispose(),delete F[I])}}}function tw(i,t){function e(){let O=!1,rt=new Re,it=null,wt=new Re(0,0,0,0);return{setMask:function(gt){it!==gt&&!O&&(i.colorMask(gt,gt,gt,gt),it=gt)},setLocked:function(gt){O=gt},setClear:function(gt,St,Xt,Qt,ct){ct===!0&&(gt*=Qt,St*=Qt,Xt*=Qt),rt.set(gt,St,Xt,Qt),wt.equals(rt)===!1&&(i.clearColor(gt,St,Xt,Qt),wt.copy(rt))},reset:function(){O=!1,it=null,wt.set(-1,0,0,0)}}}function n(){let O=!1,rt=!1,it=null,wt=null,gt=null;return{setReversed:function(St){if(rt!==St){let Xt=t.get("EXT_clip_control");St?Xt.clipControlEXT(Xt.LOWER_LEFT_EXT,Xt.ZERO_TO_ONE_EXT):Xt.clipControlEXT(Xt.LOWER_LEFT_EXT,Xt.NEGATIVE_ONE_TO_ONE_EXT),rt=St;let Qt=gt;gt=null,this.setClear(Qt)}},getReversed:function(){return rt},setTest:function(St){St?Mt(i.DEPTH_TEST):qt(i.DEPTH_TEST)},setMask:function(St){it!==St&&!O&&(i.depthMask(St),it=St)},setFunc:function(St){if(rt&&(St=Ym[St]),wt!==St){switch(St){case kl:i.depthFunc(i.NEVER);break;case Vl:i.depthFunc(i.ALWAYS);break;case Gl:i.depthFunc(i.LESS);break;case jr:i.depthFunc(i.LEQUAL);break;case Hl:i.depthFunc(i.EQUAL);break;case Wl:i.depthFunc(i.GEQUAL);break;case Xl:i.depthFunc(i.GREATER);break;case ql:i.depthFunc(i.NOTEQUAL);break;default:i.depthFunc(i.LEQUAL)}wt=St}},setLocked:function(St){O=St},setClear:function(St){gt!==St&&(gt=St,rt&&(St=1-St),i.clearDepth(St))},reset:function(){O=!1,it=null,wt=null,gt=null,rt=!1}}}function s(){let O=!1,rt=null,it=null,wt=null,gt=null,St=null,Xt=null,Qt=null,ct=null;return{setTest:function(Bt){O||(Bt?Mt(i.STENCIL_TEST):qt(i.STENCIL_TEST))},setMask:function(Bt){rt!==Bt&&!O&&(i.stencilMask(Bt),rt=Bt)},setFunc:function(Bt,te,Rt){(it!==Bt||wt!==te||gt!==Rt)&&(i.stencilFunc(Bt,te,Rt),it=Bt,wt=te,gt=Rt)},setOp:function(Bt,te,Rt){(St!==Bt||Xt!==te||Qt!==Rt)&&(i.stencilOp(Bt,te,Rt),St=Bt,Xt=te,Qt=Rt)},setLocked:function(Bt){O=Bt},setClear:function(Bt){ct!==Bt&&(i.clearStencil(Bt),ct=Bt)},reset:function(){O=!1,rt=null,it=null,wt=null,gt=null,St=null,Xt=null,Qt=null,ct=null}}}let r=new e,o=new n,a=new s,l={},c=new WeakMap,h={},u={},d={},f=new WeakMap,p=[],x=null,m=!1,g=null,S=null,E=null,y=null,R=null,T=null,_=null,w=new $t(0,0,0),F=0,I=!1,D=null,z=null,V=null,N=null,H=null,q=i.getParameter(i.MAX_COMBINED_TEXTURE_IMAGE_UNITS),G=!1,lt=0,$=i.getParameter(i.VERSION);$.indexOf("WebGL")!==-1?(lt=parseFloat(/^WebGL (\d)/.exec($)[1]),G=lt>=1):$.indexOf("OpenGL ES")!==-1&&(lt=parseFloat(/^OpenGL ES (\d)/.exec($)[1]),G=lt>=2);let K=null,et={},dt=i.getParameter(i.SCISSOR_BOX),ut=i.getParameter(i.VIEWPORT),tt=new Re().fromArray(dt),mt=new Re().fromArray(ut);function xt(O,rt,it,wt){let gt=new Uint8Array(4),St=i.createTexture();i.bindTexture(O,St),i.texParameteri(O,i.TEXTURE_MIN_FILTER,i.NEAREST),i.texParameteri(O,i.TEXTURE_MAG_FILTER,i.NEAREST);for(let Xt=0;Xt<it;Xt++)O===i.TEXTURE_3D||O===i.TEXTURE_2D_ARRAY?i.texImage3D(rt,0,i.RGBA,1,1,wt,0,i.RGBA,i.UNSIGNED_BYTE,gt):i.texImage2D(rt+Xt,0,i.RGBA,1,1,0,i.RGBA,i.UNSIGNED_BYTE,gt);return St}let Et={};Et[i.TEXTURE_2D]=xt(i.TEXTURE_2D,i.TEXTURE_2D,1),Et[i.TEXTURE_CUBE_MAP]=xt(i.TEXTURE_CUBE_MAP,i.TEXTURE_CUBE_MAP_POSITIVE_X,6),Et[i.TEXTURE_2D_ARRAY]=xt(i.TEXTURE_2D_ARRAY,i.TEXTURE_2D_ARRAY,1,1),Et[i.TEXTURE_3D]=xt(i.TEXTURE_3D,i.TEXTURE_3D,1,1),r.setClear(0,0,0,1),o.setClear(1),a.setClear(0),Mt(i.DEPTH_TEST),o.setFunc(jr),rn(!1),De(dd),Mt(i.CULL_FACE),Xe(cr);function Mt(O){h[O]!==!0&&(i.enable(O),h[O]=!0)}function qt(O){h[O]!==!1&&(i.disable(O),h[O]=!1)}function oe(O,rt){return d[O]!==rt?(i.bindFramebuffer(O,rt),d[O]=rt,O===i.DRAW_FRAMEBUFFER&&(d[i.FRAMEBUFFER]=rt),O===i.FRAMEBUFFER&&(d[i.DRAW_FRAMEBUFFER]=rt),!0):!1}function Wt(O,rt){let it=p,wt=!1;if(O){it=f.get(rt),it===void 0&&(it=[],f.set(rt,it));let gt=O.textures;if(it.length!==gt.length||it[0]!==i.COLOR_ATTACHMENT0){for(let St=0,Xt=gt.length;St<Xt;St++)it[St]=i.COLOR_ATTACHMENT0+St;it.length=gt.length,wt=!0}}else it[0]!==i.BACK&&(it[0]=i.BACK,wt=!0);wt&&i.drawBuffers(it)}function fe(O){return x!==O?(i.useProgram(O),x=O,!0):!1}let he={[hr]:i.FUNC_ADD,[gm]:i.FUNC_SUBTRACT,[_m]:i.FUNC_REVERSE_SUBTRACT};he[xm]=i.MIN,he[ym]=i.MAX;let se={[vm]:i.ZERO,[Sm]:i.ONE,[Mm]:i.SRC_COLOR,[gd]:i.SRC_ALPHA,[Rm]:i.SRC_ALPHA_SATURATE,[Tm]:i.DST_COLOR,[wm]:i.DST_ALPHA,[bm]:i.ONE_MINUS_SRC_COLOR,[_d]:i.ONE_MINUS_SRC_ALPHA,[Em]:i.ONE_MINUS_DST_COLOR,[Am]:i.ONE_MINUS_DST_ALPHA,[Cm]:i.CONSTANT_COLOR,[Pm]:i.ONE_MINUS_CONSTANT_COLOR,[Im]:i.CONSTANT_ALPHA,[Lm]:i.ONE_MINUS_CONSTANT_ALPHA};function Xe(O,rt,it,wt,gt,St,Xt,Qt,ct,Bt){if(O===cr){m===!0&&(qt(i.BLEND),m=!1);return}if(m===!1&&(Mt(i.BLEND),m=!0),O!==mm){if(O!==g||Bt!==I){if((S!==hr||R!==hr)&&(i.blendEquation(i.FUNC_ADD),S=hr,R=hr),Bt)switch(O){case uo:i.blendFuncSeparate(i.ONE,i.ONE_MINUS_SRC_ALPHA,i.ONE,i.ONE_MINUS_SRC_ALPHA);break;case fd:i.blendFunc(i.ONE,i.ONE);break;case pd:i.blendFuncSeparate(i.ZERO,i.ONE_MINUS_SRC_COLOR,i.ZERO,i.ONE);break;case md:i.blendFuncSeparate(i.DST_COLOR,i.ONE_MINUS_SRC_ALPHA,i.ZERO,i.ONE);break;default:ee("WebGLState: Invalid blending: ",O);break}else switch(O){case uo:i.blendFuncSeparate(i.SRC_ALPHA,i.ONE_MINUS_SRC_ALPHA,i.ONE,i.ONE_MINUS_SRC_ALPHA);break;case fd:i.blendFuncSeparate(i.SRC_ALPHA,i.ONE,i.ONE,i.ONE);break;case pd:ee("WebGLState: SubtractiveBlending requires material.premultipliedAlpha = true");break;case md:ee("WebGLState: MultiplyBlending requires material.premultipliedAlpha = true");break;default:ee("WebGLState: Invalid blending: ",O);break}E=null,y=null,T=null,_=null,w.set(0,0,0),F=0,g=O,I=Bt}return}gt=gt||rt,St=St||it,Xt=Xt||wt,(rt!==S||gt!==R)&&(i.blendEquationSeparate(he[rt],he[gt]),S=rt,R=gt),(it!==E||wt!==y||St!==T||Xt!==_)&&(i.blendFuncSeparate(se[it],se[wt],se[St],se[Xt]),E=it,y=wt,T=St,_=Xt),(Qt.equals(w)===!1||ct!==F)&&(i.blendColor(Qt.r,Qt.g,Qt.b,ct),w.copy(Qt),F=ct),g=O,I=!1}function Be(O,rt){O.side===Kn?qt(i.CULL_FACE):Mt(i.CULL_FACE);let it=O.side===Jn;rt&&(it=!it),rn(it),O.blending===uo&&O.transparent===!1?Xe(cr):Xe(O.blending,O.blendEquation,O.blendSrc,O.blendDst,O.blendEquationAlpha,O.blendSrcAlpha,O.blendDstAlpha,O.blendColor,O.blendAlpha,O.premultipliedAlpha),o.setFunc(O.depthFunc),o.setTest(O.depthTest),o.setMask(O.depthWrite),r.setMask(O.colorWrite);let wt=O.stencilWrite;a.setTest(wt),wt&&(a.setMask(O.stencilWriteMask),a.setFunc(O.stencilFunc,O.stencilRef,O.stencilFuncMask),a.setOp(O.stencilFail,O.stencilZFail,O.stencilZPass)),Se(O.polygonOffset,O.polygonOffsetFactor,O.polygonOffsetUnits),O.alphaToCoverage===!0?Mt(i.SAMPLE_ALPHA_TO_COVERAGE):qt(i.SAMPLE_ALPHA_TO_COVERAGE)}function rn(O){D!==O&&(O?i.frontFace(i.CW):i.frontFace(i.CCW),D=O)}function De(O){O!==dm?(Mt(i.CULL_FACE),O!==z&&(O===dd?i.cullFace(i.BACK):O===fm?i.cullFace(i.FRONT):i.cullFace(i.FRONT_AND_BACK))):qt(i.CULL_FACE),z=O}function Sn(O){O!==V&&(G&&i.lineWidth(O),V=O)}function Se(O,rt,it){O?(Mt(i.POLYGON_OFFSET_FILL),(N!==rt||H!==it)&&(N=rt,H=it,o.getReversed()&&(rt=-rt,it=-it),i.polygonOffset(rt,it))):qt(i.POLYGON_OFFSET_FILL)}function fn(O){O?Mt(i.SCISSOR_TEST):qt(i.SCISSOR_TEST)}function Je(O){O===void 0&&(O=i.TEXTURE0+q-1),K!==O&&(i.activeTexture(O),K=O)}function on(O,rt,it){it===void 0&&(K===null?it=i.TEXTURE0+q-1:it=K);let wt=et[it];wt===void 0&&(wt={type:void 0,texture:void 0},et[it]=wt),(wt.type!==O||wt.texture!==rt)&&(K!==it&&(i.activeTexture(it),K=it),i.bindTexture(O,rt||Et[O]),wt.type=O,wt.texture=rt)}function B(){let O=et[K];O!==void 0&&O.type!==void 0&&(i.bindTexture(O.type,null),O.type=void 0,O.texture=void 0)}function Ct(){try{i.compressedTexImage2D(...arguments)}catch(O){ee("WebGLState:",O)}}function Kt(){try{i.compressedTexImage3D(...arguments)}catch(O){ee("WebGLState:",O)}}function ae(){try{i.texSubImage2D(...arguments)}catch(O){ee("WebGLState:",O)}}function bt(){try{i.texSubImage3D(...arguments)}catch(O){ee("WebGLState:",O)}}function Ue(){try{i.compressedTexSubImage2D(...arguments)}catch(O){ee("WebGLState:",O)}}function Vt(){try{i.compressedTexSubImage3D(...arguments)}catch(O){ee("WebGLState:",O)}}function Zt(){try{i.texStorage2D(...arguments)}catch(O){ee("WebGLState:",O)}}function P(){try{i.texStorage3D(...arguments)}catch(O){ee("WebGLState:",O)}}function M(){try{i.texImage2D(...arguments)}catch(O){ee("WebGLState:",O)}}function X(){try{i.texImage3D(...arguments)}catch(O){ee("WebGLState:",O)}}function ht(O){return u[O]!==void 0?u[O]:i.getParameter(O)}function ot(O,rt){u[O]!==rt&&(i.pixelStorei(O,rt),u[O]=rt)}function _t(O){tt.equals(O)===!1&&(i.scissor(O.x,O.y,O.z,O.w),tt.copy(O))}function yt(O){mt.equals(O)===!1&&(i.viewport(O.x,O.y,O.z,O.w),mt.copy(O))}function nt(O,rt){let it=c.get(rt);it===void 0&&(it=new WeakMap,c.set(rt,it));let wt=it.get(O);wt===void 0&&(wt=i.getUniformBlockIndex(rt,O.name),i.uniformBlockBinding(rt,wt,wt),it.set(O,wt))}function st(O,rt,it){let gt=c.get(rt).get(O);l[gt]!==it&&(i.bindBufferBase(i.UNIFORM_BUFFER,gt,it),l[gt]=it)}function pt(){i.disable(i.BLEND),i.disable(i.CULL_FACE),i.disable(i.DEPTH_TEST),i.disable(i.POLYGON_OFFSET_FILL),i.disable(i.SCISSOR_TEST),i.disable(i.STENCIL_TEST),i.disable(i.SAMPLE_ALPHA_TO_COVERAGE),i.blendEquation(i.FUNC_ADD),i.blendFunc(i.ONE,i.ZERO),i.blendFuncSeparate(i.ONE,i.ZERO,i.ONE,i.ZERO),i.blendColor(0,0,0,0),i.colorMask(!0,!0,!0,!0),i.clearColor(0,0,0,0),i.depthMask(!0),i.depthFunc(i.LESS),o.setReversed(!1),i.clearDepth(1),i.stencilMask(4294967295),i.stencilFunc(i.ALWAYS,0,4294967295),i.stencilOp(i.KEEP,i.KEEP,i.KEEP),i.clearStencil(0),i.cullFace(i.BACK),i.frontFace(i.CCW),i.polygonOffset(0,0),i.activeTexture(i.TEXTURE0),i.bindFramebuffer(i.FRAMEBUFFER,null),i.bindFramebuffer(i.DRAW_FRAMEBUFFER,null),i.bindFramebuffer(i.READ_FRAMEBUFFER,null),i.useProgram(null),i.lineWidth(1),i.scissor(0,0,i.canvas.width,i.canvas.height),i.viewport(0,0,i.canvas.width,i.canvas.height),i.pixelStorei(i.PACK_ALIGNMENT,4),i.pixelStorei(i.UNPACK_ALIGNMENT,4),i.pixelStorei(i.UNPACK_FLIP_Y_WEBGL,!1),i.pixelStorei(i.UNPACK_PREMULTIPLY_ALPHA_WEBGL,!1),i.pixelStorei(i.UNPACK_COLORSPACE_CONVERSION_WEBGL,i.BROWSER_DEFAULT_WEBGL),i.pixelStorei(i.PACK_ROW_LENGTH,0),i.pixelStorei(i.PACK_SKIP_PIXELS,0),i.pixelStorei(i.PACK_SKIP_ROWS,0),i.pixelStorei(i.UNPACK_ROW_LENGTH,0),i.pixelStorei(i.UNPACK_IMAGE_HEIGHT,0),i.pixelStorei(i.UNPACK_SKIP_PIXELS,0),i.pixelStorei(i.UNPACK_SKIP_ROWS,0),i.pixelStorei(i.UNPACK_SKIP_IMAGES,0),h={},u={},K=null,et={},d={},l={},f=new WeakMap,p=[],x=null,m=!1,g=null,S=null,E=null,y=null,R=null,T=null,_=null,w=new $t(0,0,0),F=0,I=!1,D=null,z=null,V=null,N=null,H=null,tt.set(0,0,i.canvas.width,i.canvas.height),mt.set(0,0,i.canvas.width,i.canvas.height),r.reset(),o.reset(),a.reset()}return{buffers:{color:r,depth:o,stencil:a},enable:Mt,disable:qt,bindFramebuffer:oe,drawBuffers:Wt,useProgram:fe,setBlending:Xe,setMaterial:Be,setFlipSided:rn,setCullFace:De,setLineWidth:Sn,setPolygonOffset:Se,setScissorTest:fn,activeTexture:Je,bindTexture:on,unbindTexture:B,compressedTexImage2D:Ct,compressedTexImage3D:Kt,texImage2D:M,texImage3D:X,pixelStorei:ot,getParameter:ht,updateUBOMapping:nt,uniformBlockBinding:st,texStorage2D:Zt,texStorage3D:P,texSubImage2D:ae,texSubImage3D:bt,compressedTexSubImage2D:Ue,compressedTexSubImage3D:Vt,scissor:_t,viewport:yt,reset:pt}}function ew(i,t,e,n,s,r,o){let a=t.has("WEBGL_multisampled_render_to_texture")?t.get("WEBGL_multisampled_render_to_texture"):null,l=typeof navigator>"u"?!1:/OculusBrowser/g.test(navigator.userAgent),c=new Ht,h=new WeakMap,u=new Set,d,f=new WeakMap,p=new Set,x=new FinalizationRegistry(P=>p.delete(P)),m=!1;try{m=typeof OffscreenCanvas<"u"&&new OffscreenCanvas(1,1).getContext("2d")!==null}catch{}function g(P,M){return m?new OffscreenCanvas(P,M):ea("canvas")}function S(P,M,X){let ht=1,ot=Zt(P);if((ot.width>X||ot.height>X)&&(ht=X/Math.max(ot.width,ot.height)),ht<1)if(typeof HTMLImageElement<"u"&&P instanceof HTMLImageElement||typeof HTMLCanvasElement<"u"&&P instanceof HTMLCanvasElement||typeof ImageBitmap<"u"&&P instanceof ImageBitmap||typeof VideoFrame<"u"&&P instanceof VideoFrame){let _t=Math.floor(ht*ot.width),yt=Math.floor(ht*ot.height);d===void 0&&(d=g(_t,yt));let nt=M?g(_t,yt):d;return nt.width=_t,nt.height=yt,nt.getContext("2d").drawImage(P,0,0,_t,yt),Jt("WebGLRenderer: Texture has been resized from ("+ot.width+"x"+ot.height+") to ("+_t+"x"+yt+")."),nt}else return"data"in P&&Jt("WebGLRenderer: Image in DataTexture is too big ("+ot.width+"x"+ot.height+")."),P;return P}function E(P){return P.generateMipmaps}function y(P){i.generateMipmap(P)}function R(P){return P.isWebGLCubeRenderTarget?i.TEXTURE_CUBE_MAP:P.isWebGL3DRenderTarget?i.TEXTURE_3D:P.isWebGLArrayRenderTarget||P.isCompressedArrayTexture?i.TEXTURE_2D_ARRAY:i.TEXTURE_2D}function T(P,M,X,ht,ot,_t=!1){if(P!==null){if(i[P]!==void 0)return i[P];Jt("WebGLRenderer: Attempt to use non-existing WebGL internal format '"+P+"'")}let yt;ht&&(yt=t.get("EXT_texture_norm16"),yt||Jt("WebGLRenderer: Unable to use normalized textures without EXT_texture_norm16 extension"));let nt=M;if(M===i.RED&&(X===i.FLOAT&&(nt=i.R32F),X===i.HALF_FLOAT&&(nt=i.R16F),X===i.UNSIGNED_BYTE&&(nt=i.R8),X===i.UNSIGNED_SHORT&&yt&&(nt=yt.R16_EXT),X===i.SHORT&&yt&&(nt=yt.R16_SNORM_EXT)),M===i.RED_INTEGER&&(X===i.UNSIGNED_BYTE&&(nt=i.R8UI),X===i.UNSIGNED_SHORT&&(nt=i.R16UI),X===i.UNSIGNED_INT&&(nt=i.R32UI),X===i.BYTE&&(nt=i.R8I),X===i.SHORT&&(nt=i.R16I),X===i.INT&&(nt=i.R32I)),M===i.RG&&(X===i.FLOAT&&(nt=i.RG32F),X===i.HALF_FLOAT&&(nt=i.RG16F),X===i.UNSIGNED_BYTE&&(nt=i.RG8),X===i.UNSIGNED_SHORT&&yt&&(nt=yt.RG16_EXT),X===i.SHORT&&yt&&(nt=yt.RG16_SNORM_EXT)),M===i.RG_INTEGER&&(X===i.UNSIGNED_BYTE&&(nt=i.RG8UI),X===i.UNSIGNED_SHORT&&(nt=i.RG16UI),X===i.UNSIGNED_INT&&(nt=i.RG32UI),X===i.BYTE&&(nt=i.RG8I),X===i.SHORT&&(nt=i.RG16I),X===i.INT&&(nt=i.RG32I)),M===i.RGB_INTEGER&&(X===i.UNSIGNED_BYTE&&(nt=i.RGB8UI),X===i.UNSIGNED_SHORT&&(nt=i.RGB16UI),X===i.UNSIGNED_INT&&(nt=i.RGB32UI),X===i.BYTE&&(nt=i.RGB8I),X===i.SHORT&&(nt=i.RGB16I),X===i.INT&&(nt=i.RGB32I)),M===i.RGBA_INTEGER&&(X===i.UNSIGNED_BYTE&&(nt=i.RGBA8UI),X===i.UNSIGNED_SHORT&&(nt=i.RGBA16UI),X===i.UNSIGNED_INT&&(nt=i.RGBA32UI),X===i.BYTE&&(nt=i.RGBA8I),X===i.SHORT&&(nt=i.RGBA16I),X===i.INT&&(nt=i.RGBA32I)),M===i.RGB&&(X===i.UNSIGNED_SHORT&&yt&&(nt=yt.RGB16_EXT),X===i.SHORT&&yt&&(nt=yt.RGB16_SNORM_EXT),X===i.UNSIGNED_INT_5_9_9_9_REV&&(nt=i.RGB9_E5),X===i.UNSIGNED_INT_10F_11F_11F_REV&&(nt=i.R11F_G11F_B10F)),M===i.RGBA){let st=_t?ta:_e.getTransfer(ot);X===i.FLOAT&&(nt=i.RGBA32F),X===i.HALF_FLOAT&&(nt=i.RGBA16F),X===i.UNSIGNED_BYTE&&(nt=st===Ee?i.SRGB8_ALPHA8:i.RGBA8),X===i.UNSIGNED_SHORT&&yt&&(nt=yt.RGBA16_EXT),X===i.SHORT&&yt&&(nt=yt.RGBA16_SNORM_EXT),X===i.UNSIGNED_SHORT_4_4_4_4&&(nt=i.RGBA4),X===i.UNSIGNED_SHORT_5_5_5_1&&(nt=i.RGB5_A1)}return(nt===i.R16F||nt===i.R32F||nt===i.RG16F||nt===i.RG32F||nt===i.RGBA16F||nt===i.RGBA32F)&&t.get("EXT_color_buffer_float"),nt}function _(P,M){let X;return P?M===null||M===bi||M===dr?X=i.DEPTH24_STENCIL8:M===ei?X=i.DEPTH32F_STENCIL8:M===po&&(X=i.DEPTH24_STENCIL8,Jt("DepthTexture: 16 bit depth attachment is not supported with stencil. Using 24-bit attachment.")):M===null||M===bi||M===dr?X=i.DEPTH_COMPONENT24:M===ei?X=i.DEPTH_COMPONENT32F:M===po&&(X=i.DEPTH_COMPONENT16),X}function w(P,M){return E(P)===!0||P.isFramebufferTexture&&P.minFilter!==En&&P.minFilter!==$n?Math.log2(Math.max(M.width,M.height))+1:P.mipmaps.length>0?P.mipmaps.length:P.isCompressedTexture&&Array.isArray(P.image)?M.mipmaps.length:1}function F(P){let M=new WeakRef(P);n.get(P).__ref=M,p.add(M),x.register(P,M,M)}function I(P){let M=n.get(P).__ref;M!==void 0&&(p.delete(M),x.unregister(M))}function D(P){V(P.target)}function z(P){N(P.target)}function V(P){P.removeEventListener("dispose",D),I(P),q(P),P.isVideoTexture&&h.delete(P),P.isHTMLTexture&&u.delete(P)}function N(P){P.removeEventListener("dispose",z),I(P),lt(P)}function H(){for(let P of p){let M=P.deref();M!==void 0&&(M.isRenderTarget===!0?N(M):V(M))}p.clear(),u.clear()}function q(P){let M=n.get(P);if(M.__webglInit===void 0)return;let X=P.source,ht=f.get(X);if(ht){let ot=ht[M.__cacheKey];ot.usedTimes--,ot.usedTimes===0&&G(P),Object.keys(ht).length===0&&f.delete(X)}n.remove(P)}function G(P){let M=n.get(P);i.deleteTexture(M.__webglTexture);let X=P.source,ht=f.get(X);delete ht[M.__cacheKey],o.memory.textures--}function lt(P){let M=n.get(P);M.__depthDisposeCallback&&M.__depthDisposeCallback();let X=P.depthTexture;if(X&&X.renderTarget===P&&V(X),P.isWebGLCubeRenderTarget)for(let ot=0;ot<6;ot++){if(Array.isArray(M.__webglFramebuffer[ot]))for(let _t=0;_t<M.__webglFramebuffer[ot].length;_t++)i.deleteFramebuffer(M.__webglFramebuffer[ot][_t]);else i.deleteFramebuffer(M.__webglFramebuffer[ot]);M.__webglDepthbuffer&&i.deleteRenderbuffer(M.__webglDepthbuffer[ot])}else{if(Array.isArray(M.__webglFramebuffer))for(let ot=0;ot<M.__webglFramebuffer.length;ot++)i.deleteFramebuffer(M.__webglFramebuffer[ot]);else i.deleteFramebuffer(M.__webglFramebuffer);if(M.__webglDepthbuffer&&i.deleteRenderbuffer(M.__webglDepthbuffer),M.__webglMultisampledFramebuffer&&i.deleteFramebuffer(M.__webglMultisampledFramebuffer),M.__webglColorRenderbuffer)for(let ot=0;ot<M.__webglColorRenderbuffer.length;ot++)M.__webglColorRenderbuffer[ot]&&i.deleteRenderbuffer(M.__webglColorRenderbuffer[ot]);M.__webglDepthRenderbuffer&&i.deleteRenderbuffer(M.__webglDepthRenderbuffer)}let ht=P.textures;for(let ot=0,_t=ht.length;ot<_t;ot++){let yt=n.get(ht[ot]);yt.__webglTexture&&(i.deleteTexture(yt.__webglTexture),o.memory.textures--),n.remove(ht[ot])}n.remove(P)}let $=0;function K(){$=0}function et(){return $}function dt(P){$=P}function ut(){let P=$;return P>=s.maxTextures&&Jt("WebGLTextures: Trying to use "+(P+1)+" texture units while this GPU supports only "+s.maxTextures),$+=1,P}function tt(P){let M=[];return M.push(P.wrapS),M.push(P.wrapT),M.push(P.wrapR||0),M.push(P.magFilter),M.push(P.minFilter),M.push(P.anisotropy),M.push(P.internalFormat),M.push(P.format),M.push(P.type),M.push(P.generateMipmaps),M.push(P.mipmapsAutoUpdate),M.push(P.premultiplyAlpha),M.push(P.flipY),M.push(P.unpackAlignment),M.push(P.colorSpace),M.join()}function mt(P,M){let X=n.get(P);if(P.isVideoTexture&&Ue(P),P.isRenderTargetTexture===!1&&P.isExternalTexture!==!0&&P.version>0&&X.__version!==P.version){let ht=P.image;if(ht===null)Jt("WebGLRenderer: Texture marked for update but no image data found.");else if(ht.complete===!1)Jt("WebGLRenderer: Texture marked for update but image is incomplete");else{Be(X,P,M);return}}else P.isExternalTexture&&(X.__webglTexture=P.sourceTexture?P.sourceTexture:null);e.bindTexture(i.TEXTURE_2D,X.__webglTexture,i.TEXTURE0+M)}function xt(P,M){let X=n.get(P);if(P.isRenderTargetTexture===!1&&P.version>0&&X.__version!==P.version){Be(X,P,M);return}else P.isExternalTexture&&(X.__webglTexture=P.sourceTexture?P.sourceTexture:null);e.bindTexture(i.TEXTURE_2D_ARRAY,X.__webglTexture,i.TEXTURE0+M)}function Et(P,M){let X=n.get(P);if(P.isRenderTargetTexture===!1&&P.version>0&&X.__version!==P.version){Be(X,P,M);return}e.bindTexture(i.TEXTURE_3D,X.__webglTexture,i.TEXTURE0+M)}function Mt(P,M){let X=n.get(P);if(P.version>0&&X.__version!==P.version){rn(X,P,M);return}e.bindTexture(i.TEXTURE_CUBE_MAP,X.__webglTexture,i.TEXTURE0+M)}let qt={[Yl]:i.REPEAT,[Zi]:i.CLAMP_TO_EDGE,[$l]:i.MIRRORED_REPEAT},oe={[En]:i.NEAREST,[Um]:i.NEAREST_MIPMAP_NEAREST,[La]:i.NEAREST_MIPMAP_LINEAR,[$n]:i.LINEAR,[Rc]:i.LINEAR_MIPMAP_NEAREST,[bs]:i.LINEAR_MIPMAP_LINEAR},Wt={[zm]:i.NEVER,[Fd]:i.ALWAYS,[km]:i.LESS,[Nd]:i.LEQUAL,[Vm]:i.EQUAL,[Ud]:i.GEQUAL,[Gm]:i.GREATER,[Hm]:i.NOTEQUAL};function fe(P,M){if(M.type===ei&&t.has("OES_texture_float_linear")===!1&&(M.magFilter===$n||M.magFilter===Rc||M.magFilter===La||M.magFilter===bs||M.minFilter===$n||M.minFilter===Rc||M.minFilter===La||M.minFilter===bs)&&Jt("WebGLRenderer: Unable to use linear filtering with floating point textures. OES_texture_float_linear not supported on this device."),i.texParameteri(P,i.TEXTURE_WRAP_S,qt[M.wrapS]),i.texParameteri(P,i.TEXTURE_WRAP_T,qt[M.wrapT]),(P===i.TEXTURE_3D||P===i.TEXTURE_2D_ARRAY)&&i.texParameteri(P,i.TEXTURE_WRAP_R,qt[M.wrapR]),i.texParameteri(P,i.TEXTURE_MAG_FILTER,oe[M.magFilter]),i.texParameteri(P,i.TEXTURE_MIN_FILTER,oe[M.minFilter]),M.compareFunction&&(i.texParameteri(P,i.TEXTURE_COMPARE_MODE,i.COMPARE_REF_TO_TEXTURE),i.texParameteri(P,i.TEXTURE_COMPARE_FUNC,Wt[M.compareFunction])),t.has("EXT_texture_filter_anisotropic")===!0){if(M.magFilter===En||M.minFilter!==La&&M.minFilter!==bs||M.type===ei&&t.has("OES_texture_float_linear")===!1)return;if(M.anisotropy>1||n.get(M).__currentAnisotropy){let X=t.get("EXT_texture_filter_anisotropic");i.texParameterf(P,X.TEXTURE_MAX_ANISOTROPY_EXT,Math.min(M.anisotropy,s.getMaxAnisotropy())),n.get(M).__currentAnisotropy=M.anisotropy}}}function he(P,M){let X=!1;P.__webglInit===void 0&&(P.__webglInit=!0,M.addEventListener("dispose",D),F(M));let ht=M.source,ot=f.get(ht);ot===void 0&&(ot={},f.set(ht,ot));let _t=tt(M);if(_t!==P.__cacheKey){ot[_t]===void 0&&(ot[_t]={texture:i.createTexture(),usedTimes:0},o.memory.textures++,X=!0),ot[_t].usedTimes++;let yt=ot[P.__cacheKey];yt!==void 0&&(ot[P.__cacheKey].usedTimes--,yt.usedTimes===0&&G(M)),P.__cacheKey=_t,P.__webglTexture=ot[_t].texture}return X}function se(P,M,X){return Math.floor(Math.floor(P/X)/M)}function Xe(P,M,X,ht){let _t=P.updateRanges;if(_t.length===0)e.texSubImage2D(i.TEXTURE_2D,0,0,0,M.width,M.height,X,ht,M.data);else{_t.sort((O,rt)=>O.start-rt.start);let yt=0;for(let O=1;O<_t.length;O++){let rt=_t[yt],it=_t[O],wt=rt.start+rt.count,gt=se(it.start,M.width,4),St=se(rt.start,M.width,4);it.start<=wt+1&&gt===St&&se(it.start+it.count-1,M.width,4)===gt?rt.count=Math.max(rt.count,it.start+it.count-rt.start):(++yt,_t[yt]=it)}_t.length=yt+1;let nt=e.getParameter(i.UNPACK_ROW_LENGTH),st=e.getParameter(i.UNPACK_SKIP_PIXELS),pt=e.getParameter(i.UNPACK_SKIP_ROWS);e.pixelStorei(i.UNPACK_ROW_LENGTH,M.width);for(let O=0,rt=_t.length;O<rt;O++){let it=_t[O],wt=Math.floor(it.start/4),gt=Math.ceil(it.count/4),St=wt%M.width,Xt=Math.floor(wt/M.width),Qt=gt,ct=1;e.pixelStorei(i.UNPACK_SKIP_PIXELS,St),e.pixelStorei(i.UNPACK_SKIP_ROWS,Xt),e.texSubImage2D(i.TEXTURE_2D,0,St,Xt,Qt,ct,X,ht,M.data)}P.clearUpdateRanges(),e.pixelStorei(i.UNPACK_ROW_LENGTH,nt),e.pixelStorei(i.UNPACK_SKIP_PIXELS,st),e.pixelStorei(i.UNPACK_SKIP_ROWS,pt)}}function Be(P,M,X){let ht=i.TEXTURE_2D;(M.isDataArrayTexture||M.isCompressedArrayTexture)&&(ht=i.TEXTURE_2D_ARRAY),M.isData3DTexture&&(ht=i.TEXTURE_3D);let ot=he(P,M),_t=M.source;e.bindTexture(ht,P.__webglTexture,i.TEXTURE0+X);let yt=n.get(_t);if(_t.version!==yt.__version||ot===!0){if(e.activeTexture(i.TEXTURE0+X),(typeof ImageBitmap<"u"&&M.image instanceof ImageBitmap)===!1){let ct=_e.getPrimaries(_e.workingColorSpace),Bt=M.colorSpace===As?null:_e.getPrimaries(M.colorSpace),te=M.colorSpace===As||ct===Bt?i.NONE:i.BROWSER_DEFAULT_WEBGL;e.pixelStorei(i.UNPACK_FLIP_Y_WEBGL,M.flipY),e.pixelStorei(i.UNPACK_PREMULTIPLY_ALPHA_WEBGL,M.premultiplyAlpha),e.pixelStorei(i.UNPACK_COLORSPACE_CONVERSION_WEBGL,te)}e.pixelStorei(i.UNPACK_ALIGNMENT,M.unpackAlignment);let st=S(M.image,!1,s.maxTextureSize);st=Vt(M,st);let pt=r.convert(M.format,M.colorSpace),O=r.convert(M.type),rt=T(M.internalFormat,pt,O,M.normalized,M.colorSpace,M.isVideoTexture);fe(ht,M);let it,wt=M.mipmaps,gt=M.isVideoTexture!==!0,St=yt.__version===void 0||ot===!0,Xt=_t.dataReady,Qt=w(M,st);if(M.isDepthTexture)rt=_(M.format===ws,M.type),St&&(gt?e.texStorage2D(i.TEXTURE_2D,1,rt,st.width,st.height):e.texImage2D(i.TEXTURE_2D,0,rt,st.width,st.height,0,pt,O,null));else if(M.isDataTexture)if(wt.length>0){gt&&St&&e.texStorage2D(i.TEXTURE_2D,Qt,rt,wt[0].width,wt[0].height);for(let ct=0,Bt=wt.length;ct<Bt;ct++)it=wt[ct],gt?Xt&&e.texSubImage2D(i.TEXTURE_2D,ct,0,0,it.width,it.height,pt,O,it.data):e.texImage2D(i.TEXTURE_2D,ct,rt,it.width,it.height,0,pt,O,it.data);M.generateMipmaps=!1}else gt?(St&&e.texStorage2D(i.TEXTURE_2D,Qt,rt,st.width,st.height),Xt&&Xe(M,st,pt,O)):e.texImage2D(i.TEXTURE_2D,0,rt,st.width,st.height,0,pt,O,st.data);else if(M.isCompressedTexture)if(M.isCompressedArrayTexture){gt&&St&&e.texStorage3D(i.TEXTURE_2D_ARRAY,Qt,rt,wt[0].width,wt[0].height,st.depth);for(let ct=0,Bt=wt.length;ct<Bt;ct++)if(it=wt[ct],M.format!==ui)if(pt!==null)if(gt){if(Xt)if(M.layerUpdates.size>0){let te=$d(it.width,it.height,M.format,M.type);for(let Rt of M.layerUpdates){let ce=it.data.subarray(Rt*te/it.data.BYTES_PER_ELEMENT,(Rt+1)*te/it.data.BYTES_PER_ELEMENT);e.compressedTexSubImage3D(i.TEXTURE_2D_ARRAY,ct,0,0,Rt,it.width,it.height,1,pt,ce)}}else e.compressedTexSubImage3D(i.TEXTURE_2D_ARRAY,ct,0,0,0,it.width,it.height,st.depth,pt,it.data)}else e.compressedTexImage3D(i.TEXTURE_2D_ARRAY,ct,rt,it.width,it.height,st.depth,0,it.data,0,0);else Jt("WebGLRenderer: Attempt to load unsupported compressed texture format in .uploadTexture()");else gt?Xt&&e.texSubImage3D(i.TEXTURE_2D_ARRAY,ct,0,0,0,it.width,it.height,st.depth,pt,O,it.data):e.texImage3D(i.TEXTURE_2D_ARRAY,ct,rt,it.width,it.height,st.depth,0,pt,O,it.data);M.layerUpdates.size>0&&M.clearLayerUpdates()}else{gt&&St&&e.texStorage2D(i.TEXTURE_2D,Qt,rt,wt[0].width,wt[0].height);for(let ct=0,Bt=wt.length;ct<Bt;ct++)it=wt[ct],M.format!==ui?pt!==null?gt?Xt&&e.compressedTexSubImage2D(i.TEXTURE_2D,ct,0,0,it.width,it.height,pt,it.data):e.compressedTexImage2D(i.TEXTURE_2D,ct,rt,it.width,it.height,0,it.data):Jt("WebGLRenderer: Attempt to load unsupported compressed texture format in .uploadTexture()"):gt?Xt&&e.texSubImage2D(i.TEXTURE_2D,ct,0,0,it.width,it.height,pt,O,it.data):e.texImage2D(i.TEXTURE_2D,ct,rt,it.width,it.height,0,pt,O,it.data)}else if(M.isDataArrayTexture)if(gt){if(St&&e.texStorage3D(i.TEXTURE_2D_ARRAY,Qt,rt,st.width,st.height,st.depth),Xt)if(M.layerUpdates.size>0){let ct=$d(st.width,st.height,M.format,M.type);for(let Bt of M.layerUpdates){let te=st.data.subarray(Bt*ct/st.data.BYTES_PER_ELEMENT,(Bt+1)*ct/st.data.BYTES_PER_ELEMENT);e.texSubImage3D(i.TEXTURE_2D_ARRAY,0,0,0,Bt,st.width,st.height,1,pt,O,te)}M.clearLayerUpdates()}else e.texSubImage3D(i.TEXTURE_2D_ARRAY,0,0,0,0,st.width,st.height,st.depth,pt,O,st.data)}else e.texImage3D(i.TEXTURE_2D_ARRAY,0,rt,st.width,st.height,st.depth,0,pt,O,st.data);else if(M.isData3DTexture)gt?(St&&e.texStorage3D(i.TEXTURE_3D,Qt,rt,st.width,st.height,st.depth),Xt&&e.texSubImage3D(i.TEXTURE_3D,0,0,0,0,st.width,st.height,st.depth,pt,O,st.data)):e.texImage3D(i.TEXTURE_3D,0,rt,st.width,st.height,st.depth,0,pt,O,st.data);else if(M.isFramebufferTexture){if(St)if(gt)e.texStorage2D(i.TEXTURE_2D,Qt,rt,st.width,st.height);else{let ct=st.width,Bt=st.height;for(let te=0;te<Qt;te++)e.texImage2D(i.TEXTURE_2D,te,rt,ct,Bt,0,pt,O,null),ct>>=1,Bt>>=1}}else if(M.isHTMLTexture){if("texElementImage2D"in i){let ct=i.canvas;if(ct.hasAttribute("layoutsubtree")||ct.setAttribute("layoutsubtree","true"),st.parentNode!==ct){ct.appendChild(st),u.add(M),ct.onpaint=Bt=>{let te=Bt.changedElements;for(let Rt of u)te.includes(Rt.image)&&(Rt.needsUpdate=!0)},ct.requestPaint();return}if(i.texElementImage2D.length===3)i.texElementImage2D(i.TEXTURE_2D,i.RGBA8,st);else{let te=i.RGBA,Rt=i.RGBA,ce=i.UNSIGNED_BYTE;i.texElementImage2D(i.TEXTURE_2D,0,te,Rt,ce,st)}i.texParameteri(i.TEXTURE_2D,i.TEXTURE_MIN_FILTER,i.LINEAR),i.texParameteri(i.TEXTURE_2D,i.TEXTURE_WRAP_S,i.CLAMP_TO_EDGE),i.texParameteri(i.TEXTURE_2D,i.TEXTURE_WRAP_T,i.CLAMP_TO_EDGE)}}else if(wt.length>0){if(gt&&St){let ct=Zt(wt[0]);e.texStorage2D(i.TEXTURE_2D,Qt,rt,ct.width,ct.height)}for(let ct=0,Bt=wt.length;ct<Bt;ct++)it=wt[ct],gt?Xt&&e.texSubImage2D(i.TEXTURE_2D,ct,0,0,pt,O,it):e.texImage2D(i.TEXTURE_2D,ct,rt,pt,O,it);M.generateMipmaps=!1}else if(gt){if(St){let ct=Zt(st);e.texStorage2D(i.TEXTURE_2D,Qt,rt,ct.width,ct.height)}Xt&&e.texSubImage2D(i.TEXTURE_2D,0,0,0,pt,O,st)}else e.texImage2D(i.TEXTURE_2D,0,rt,pt,O,st);E(M)&&M.mipmapsAutoUpdate===!0&&y(ht),yt.__version=_t.version,M.onUpdate&&M.onUpdate(M)}P.__version=M.version}function rn(P,M,X){if(M.image.length!==6)return;let ht=he(P,M),ot=M.source;e.bindTexture(i.TEXTURE_CUBE_MAP,P.__webglTexture,i.TEXTURE0+X);let _t=n.get(ot);if(ot.version!==_t.__version||ht===!0){e.activeTexture(i.TEXTURE0+X);let yt=_e.getPrimaries(_e.workingColorSpace),nt=M.colorSpace===As?null:_e.getPrimaries(M.colorSpace),st=M.colorSpace===As||yt===nt?i.NONE:i.BROWSER_DEFAULT_WEBGL;e.pixelStorei(i.UNPACK_FLIP_Y_WEBGL,M.flipY),e.pixelStorei(i.UNPACK_PREMULTIPLY_ALPHA_WEBGL,M.premultiplyAlpha),e.pixelStorei(i.UNPACK_ALIGNMENT,M.unpackAlignment),e.pixelStorei(i.UNPACK_COLORSPACE_CONVERSION_WEBGL,st);let pt=M.isCompressedTexture||M.image[0].isCompressedTexture,O=M.image[0]&&M.image[0].isDataTexture,rt=[];for(let Rt=0;Rt<6;Rt++)!pt&&!O?rt[Rt]=S(M.image[Rt],!0,s.maxCubemapSize):rt[Rt]=O?M.image[Rt].image:M.image[Rt],rt[Rt]=Vt(M,rt[Rt]);let it=rt[0],wt=r.convert(M.format,M.colorSpace),gt=r.convert(M.type),St=T(M.internalFormat,wt,gt,M.normalized,M.colorSpace),Xt=M.isVideoTexture!==!0,Qt=_t.__version===void 0||ht===!0,ct=ot.dataReady,Bt=w(M,it);fe(i.TEXTURE_CUBE_MAP,M);let te;if(M.isDepthTexture){if(St=_(M.format===ws,M.type),Qt)if(Xt)e.texStorage2D(i.TEXTURE_CUBE_MAP,1,St,it.width,it.height);else for(let Rt=0;Rt<6;Rt++)e.texImage2D(i.TEXTURE_CUBE_MAP_POSITIVE_X+Rt,0,St,it.width,it.height,0,wt,gt,null)}else if(pt){Xt&&Qt&&e.texStorage2D(i.TEXTURE_CUBE_MAP,Bt,St,it.width,it.height);for(let Rt=0;Rt<6;Rt++){te=rt[Rt].mipmaps;for(let ce=0;ce<te.length;ce++){let ze=te[ce];M.format!==ui?wt!==null?Xt?ct&&e.compressedTexSubImage2D(i.TEXTURE_CUBE_MAP_POSITIVE_X+Rt,ce,0,0,ze.width,ze.height,wt,ze.data):e.compressedTexImage2D(i.TEXTURE_CUBE_MAP_POSITIVE_X+Rt,ce,St,ze.width,ze.height,0,ze.data):Jt("WebGLRenderer: Attempt to load unsupported compressed texture format in .setTextureCube()"):Xt?ct&&e.texSubImage2D(i.TEXTURE_CUBE_MAP_POSITIVE_X+Rt,ce,0,0,ze.width,ze.height,wt,gt,ze.data):e.texImage2D(i.TEXTURE_CUBE_MAP_POSITIVE_X+Rt,ce,St,ze.width,ze.height,0,wt,gt,ze.data)}}}else{if(te=M.mipmaps,Xt&&Qt){te.length>0&&Bt++;let Rt=Zt(rt[0]);e.texStorage2D(i.TEXTURE_CUBE_MAP,Bt,St,Rt.width,Rt.height)}for(let Rt=0;Rt<6;Rt++)if(O){Xt?ct&&e.texSubImage2D(i.TEXTURE_CUBE_MAP_POSITIVE_X+Rt,0,0,0,rt[Rt].width,rt[Rt].height,wt,gt,rt[Rt].data):e.texImage2D(i.TEXTURE_CUBE_MAP_POSITIVE_X+Rt,0,St,rt[Rt].width,rt[Rt].height,0,wt,gt,rt[Rt].data);for(let ce=0;ce<te.length;ce++){let kn=te[ce].image[Rt].image;Xt?ct&&e.texSubImage2D(i.TEXTURE_CUBE_MAP_POSITIVE_X+Rt,ce+1,0,0,kn.width,kn.height,wt,gt,kn.data):e.texImage2D(i.TEXTURE_CUBE_MAP_POSITIVE_X+Rt,ce+1,St,kn.width,kn.height,0,wt,gt,kn.data)}}else{Xt?ct&&e.texSubImage2D(i.TEXTURE_CUBE_MAP_POSITIVE_X+Rt,0,0,0,wt,gt,rt[Rt]):e.texImage2D(i.TEXTURE_CUBE_MAP_POSITIVE_X+Rt,0,St,wt,gt,rt[Rt]);for(let ce=0;ce<te.length;ce++){let ze=te[ce];Xt?ct&&e.texSubImage2D(i.TEXTURE_CUBE_MAP_POSITIVE_X+Rt,ce+1,0,0,wt,gt,ze.image[Rt]):e.texImage2D(i.TEXTURE_CUBE_MAP_POSITIVE_X+Rt,ce+1,St,wt,gt,ze.image[Rt])}}}E(M)&&M.mipmapsAutoUpdate===!0&&y(i.TEXTURE_CUBE_MAP),_t.__version=ot.version,M.onUpdate&&M.onUpdate(M)}P.__version=M.version}function De(P,M,X,ht,ot,_t){let yt=r.convert(X.format,X.colorSpace),nt=r.convert(X.type),st=T(X.internalFormat,yt,nt,X.normalized,X.colorSpace),pt=n.get(M),O=n.get(X);if(O.__renderTarget=M,!pt.__hasExternalTextures){let rt=Math.max(1,M.width>>_t),it=Math.max(1,M.height>>_t);ot===i.TEXTURE_3D||ot===i.TEXTURE_2D_ARRAY?e.texImage3D(ot,_t,st,rt,it,M.depth,0,yt,nt,null):e.texImage2D(ot,_t,st,rt,it,0,yt,nt,null)}e.bindFramebuffer(i.FRAMEBUFFER,P),bt(M)?a.framebufferTexture2DMultisampleEXT(i.FRAMEBUFFER,ht,ot,O.__webglTexture,0,ae(M)):(ot===i.TEXTURE_2D||ot>=i.TEXTURE_CUBE_MAP_POSITIVE_X&&ot<=i.TEXTURE_CUBE_MAP_NEGATIVE_Z)&&i.framebufferTexture2D(i.FRAMEBUFFER,ht,ot,O.__webglTexture,_t),e.bindFramebuffer(i.FRAMEBUFFER,null)}function Sn(P,M,X){if(i.bindRenderbuffer(i.RENDERBUFFER,P),M.depthBuffer){let ht=M.depthTexture,ot=ht&&ht.isDepthTexture?ht.type:null,_t=_(M.stencilBuffer,ot),yt=M.stencilBuffer?i.DEPTH_STENCIL_ATTACHMENT:i.DEPTH_ATTACHMENT;bt(M)?a.renderbufferStorageMultisampleEXT(i.RENDERBUFFER,ae(M),_t,M.width,M.height):X?i.renderbufferStorageMultisample(i.RENDERBUFFER,ae(M),_t,M.width,M.height):i.renderbufferStorage(i.RENDERBUFFER,_t,M.width,M.height),i.framebufferRenderbuffer(i.FRAMEBUFFER,yt,i.RENDERBUFFER,P)}else{let ht=M.textures;for(let ot=0;ot<ht.length;ot++){let _t=ht[ot],yt=r.convert(_t.format,_t.colorSpace),nt=r.convert(_t.type),st=T(_t.internalFormat,yt,nt,_t.normalized,_t.colorSpace);bt(M)?a.renderbufferStorageMultisampleEXT(i.RENDERBUFFER,ae(M),st,M.width,M.height):X?i.renderbufferStorageMultisample(i.RENDERBUFFER,ae(M),st,M.width,M.height):i.renderbufferStorage(i.RENDERBUFFER,st,M.width,M.height)}}i.bindRenderbuffer(i.RENDERBUFFER,null)}function Se(P,M,X){let ht=M.isWebGLCubeRenderTarget===!0;if(e.bindFramebuffer(i.FRAMEBUFFER,P),!(M.depthTexture&&M.depthTexture.isDepthTexture))throw new Error("THREE.WebGLTextures: renderTarget.depthTexture must be an instance of THREE.DepthTexture.");let ot=n.get(M.depthTexture);ot.__renderTarget=M;let _t=ht?M.depthTexture.image[0]:M.depthTexture.image;(!ot.__webglTexture||_t.width!==M.width||_t.height!==M.height)&&(_t.width=M.width,_t.height=M.height,M.depthTexture.needsUpdate=!0),ht?Mt(M.depthTexture,0):mt(M.depthTexture,0);let yt=ot.__webglTexture,nt=ae(M),st=ht?i.TEXTURE_CUBE_MAP_POSITIVE_X+X:i.TEXTURE_2D,pt=M.depthTexture.format===ws?i.DEPTH_STENCIL_ATTACHMENT:i.DEPTH_ATTACHMENT;if(M.depthTexture.format===ys)bt(M)?a.framebufferTexture2DMultisampleEXT(i.FRAMEBUFFER,pt,st,yt,0,nt):i.framebufferTexture2D(i.FRAMEBUFFER,pt,st,yt,0);else if(M.depthTexture.format===ws)bt(M)?a.framebufferTexture2DMultisampleEXT(i.FRAMEBUFFER,pt,st,yt,0,nt):i.framebufferTexture2D(i.FRAMEBUFFER,pt,st,yt,0);else throw new Error("THREE.WebGLTextures: Unknown depthTexture format.")}function fn(P){let M=n.get(P),X=P.isWebGLCubeRenderTarget===!0;if(M.__boundDepthTexture!==P.depthTexture){let ht=P.depthTexture;if(M.__depthDisposeCallback&&M.__depthDisposeCallback(),ht){let ot=()=>{delete M.__boundDepthTexture,delete M.__depthDisposeCallback,ht.removeEventListener("dispose",ot)};ht.addEventListener("dispose",ot),M.__depthDisposeCallback=ot}M.__boundDepthTexture=ht}if(P.depthTexture&&!M.__autoAllocateDepthBuffer)if(X)for(let ht=0;ht<6;ht++)Se(M.__webglFramebuffer[ht],P,ht);else P.texture.mipmaps.length>0?Se(M.__webglFramebuffer[0],P,0):Se(M.__webglFramebuffer,P,0);else if(X){M.__webglDepthbuffer=[];for(let ht=0;ht<6;ht++)if(e.bindFramebuffer(i.FRAMEBUFFER,M.__webglFramebuffer[ht]),M.__webglDepthbuffer[ht]===void 0)M.__webglDepthbuffer[ht]=i.createRenderbuffer(),Sn(M.__webglDepthbuffer[ht],P,!1);else{let ot=P.stencilBuffer?i.DEPTH_STENCIL_ATTACHMENT:i.DEPTH_ATTACHMENT,_t=M.__webglDepthbuffer[ht];i.bindRenderbuffer(i.RENDERBUFFER,_t),i.framebufferRenderbuffer(i.FRAMEBUFFER,ot,i.RENDERBUFFER,_t)}}else if(P.texture.mipmaps.length>0?e.bindFramebuffer(i.FRAMEBUFFER,M.__webglFramebuffer[0]):e.bindFramebuffer(i.FRAMEBUFFER,M.__webglFramebuffer),M.__webglDepthbuffer===void 0)M.__webglDepthbuffer=i.createRenderbuffer(),Sn(M.__webglDepthbuffer,P,!1);else{let ot=P.stencilBuffer?i.DEPTH_STENCIL_ATTACHMENT:i.DEPTH_ATTACHMENT,_t=M.__webglDepthbuffer;i.bindRenderbuffer(i.RENDERBUFFER,_t),i.framebufferRenderbuffer(i.FRAMEBUFFER,ot,i.RENDERBUFFER,_t)}e.bindFramebuffer(i.FRAMEBUFFER,null)}function Je(P,M,X){let ht=n.get(P);M!==void 0&&De(ht.__webglFramebuffer,P,P.texture,i.COLOR_ATTACHMENT0,i.TEXTURE_2D,0),X!==void 0&&fn(P)}function on(P){let M=P.texture,X=n.get(P),ht=n.get(M);P.addEventListener("dispose",z),F(P);let ot=P.textures,_t=P.isWebGLCubeRenderTarget===!0,yt=ot.length>1;if(yt||(ht.__webglTexture===void 0&&(ht.__webglTexture=i.createTexture()),ht.__version=M.version,o.memory.textures++),_t){X.__webglFramebuffer=[];for(let nt=0;nt<6;nt++)if(M.mipmaps.length>0){X.__webglFramebuffer[nt]=[];for(let st=0;st<M.mipmaps.length;st++)X.__webglFramebuffer[nt][st]=i.createFramebuffer()}else X.__webglFramebuffer[nt]=i.createFramebuffer()}else{if(M.mipmaps.length>0){X.__webglFramebuffer=[];for(let nt=0;nt<M.mipmaps.length;nt++)X.__webglFramebuffer[nt]=i.createFramebuffer()}else X.__webglFramebuffer=i.createFramebuffer();if(yt)for(let nt=0,st=ot.length;nt<st;nt++){let pt=n.get(ot[nt]);pt.__webglTexture===void 0&&(pt.__webglTexture=i.createTexture(),o.memory.textures++)}if(P.samples>0&&bt(P)===!1){X.__webglMultisampledFramebuffer=i.createFramebuffer(),X.__webglColorRenderbuffer=[],e.bindFramebuffer(i.FRAMEBUFFER,X.__webglMultisampledFramebuffer);for(let nt=0;nt<ot.length;nt++){let st=ot[nt];X.__webglColorRenderbuffer[nt]=i.createRenderbuffer(),i.bindRenderbuffer(i.RENDERBUFFER,X.__webglColorRenderbuffer[nt]);let pt=r.convert(st.format,st.colorSpace),O=r.convert(st.type),rt=T(st.internalFormat,pt,O,st.normalized,st.colorSpace,P.isXRRenderTarget===!0),it=ae(P);i.renderbufferStorageMultisample(i.RENDERBUFFER,it,rt,P.width,P.height),i.framebufferRenderbuffer(i.FRAMEBUFFER,i.COLOR_ATTACHMENT0+nt,i.RENDERBUFFER,X.__webglColorRenderbuffer[nt])}i.bindRenderbuffer(i.RENDERBUFFER,null),P.depthBuffer&&(X.__webglDepthRenderbuffer=i.createRenderbuffer(),Sn(X.__webglDepthRenderbuffer,P,!0)),e.bindFramebuffer(i.FRAMEBUFFER,null)}}if(_t){e.bindTexture(i.TEXTURE_CUBE_MAP,ht.__webglTexture),fe(i.TEXTURE_CUBE_MAP,M);for(let nt=0;nt<6;nt++)if(M.mipmaps.length>0)for(let st=0;st<M.mipmaps.length;st++)De(X.__webglFramebuffer[nt][st],P,M,i.COLOR_ATTACHMENT0,i.TEXTURE_CUBE_MAP_POSITIVE_X+nt,st);else De(X.__webglFramebuffer[nt],P,M,i.COLOR_ATTACHMENT0,i.TEXTURE_CUBE_MAP_POSITIVE_X+nt,0);E(M)?y(i.TEXTURE_CUBE_MAP):M.mipmaps.length>0&&i.texParameteri(i.TEXTURE_CUBE_MAP,i.TEXTURE_MAX_LEVEL,M.mipmaps.length-1),e.unbindTexture()}else if(yt){for(let nt=0,st=ot.length;nt<st;nt++){let pt=ot[nt],O=n.get(pt),rt=i.TEXTURE_2D;(P.isWebGL3DRenderTarget||P.isWebGLArrayRenderTarget)&&(rt=P.isWebGL3DRenderTarget?i.TEXTURE_3D:i.TEXTURE_2D_ARRAY),e.bindTexture(rt,O.__webglTexture),fe(rt,pt),De(X.__webglFramebuffer,P,pt,i.COLOR_ATTACHMENT0+nt,rt,0),E(pt)&&y(rt)}e.unbindTexture()}else{let nt=i.TEXTURE_2D;if((P.isWebGL3DRenderTarget||P.isWebGLArrayRenderTarget)&&(nt=P.isWebGL3DRenderTarget?i.TEXTURE_3D:i.TEXTURE_2D_ARRAY),e.bindTexture(nt,ht.__webglTexture),fe(nt,M),M.mipmaps.length>0)for(let st=0;st<M.mipmaps.length;st++)De(X.__webglFramebuffer[st],P,M,i.COLOR_ATTACHMENT0,nt,st);else De(X.__webglFramebuffer,P,M,i.COLOR_ATTACHMENT0,nt,0);E(M)?y(nt):M.mipmaps.length>0&&i.texParameteri(nt,i.TEXTURE_MAX_LEVEL,M.mipmaps.length-1),e.unbindTexture()}P.depthBuffer&&fn(P)}function B(P){let M=P.textures;for(let X=0,ht=M.length;X<ht;X++){let ot=M[X];if(E(ot)&&ot.mipmapsAutoUpdate===!0){let _t=R(P),yt=n.get(ot).__webglTexture;e.bindTexture(_t,yt),y(_t),e.unbindTexture()}}}let Ct=[];function Kt(P){if(P.samples>0){if(bt(P)===!1){let M=P.textures,X=P.width,ht=P.height,ot=i.COLOR_BUFFER_BIT,_t=P.stencilBuffer?i.DEPTH_STENCIL_ATTACHMENT:i.DEPTH_ATTACHMENT,yt=n.get(P),nt=M.length>1;if(nt)for(let pt=0;pt<M.length;pt++)e.bindFramebuffer(i.FRAMEBUFFER,yt.__webglMultisampledFramebuffer),i.framebufferRenderbuffer(i.FRAMEBUFFER,i.COLOR_ATTACHMENT0+pt,i.RENDERBUFFER,null),e.bindFramebuffer(i.FRAMEBUFFER,yt.__webglFramebuffer),i.framebufferTexture2D(i.DRAW_FRAMEBUFFER,i.COLOR_ATTACHMENT0+pt,i.TEXTURE_2D,null,0);e.bindFramebuffer(i.READ_FRAMEBUFFER,yt.__webglMultisampledFramebuffer),P.texture.mipmaps.length>0?e.bindFramebuffer(i.DRAW_FRAMEBUFFER,yt.__webglFramebuffer[0]):e.bindFramebuffer(i.DRAW_FRAMEBUFFER,yt.__webglFramebuffer);for(let pt=0;pt<M.length;pt++){if(P.resolveDepthBuffer&&(P.depthBuffer&&(ot|=i.DEPTH_BUFFER_BIT),P.stencilBuffer&&P.resolveStencilBuffer&&(ot|=i.STENCIL_BUFFER_BIT)),nt){i.framebufferRenderbuffer(i.READ_FRAMEBUFFER,i.COLOR_ATTACHMENT0,i.RENDERBUFFER,yt.__webglColorRenderbuffer[pt]);let O=n.get(M[pt]).__webglTexture;i.framebufferTexture2D(i.DRAW_FRAMEBUFFER,i.COLOR_ATTACHMENT0,i.TEXTURE_2D,O,0)}i.blitFramebuffer(0,0,X,ht,0,0,X,ht,ot,i.NEAREST),l===!0&&(Ct.length=0,Ct.push(i.COLOR_ATTACHMENT0+pt),P.depthBuffer&&P.storeMultisampledDepthBuffer===!1&&Ct.push(_t),i.invalidateFramebuffer(i.READ_FRAMEBUFFER,Ct))}if(e.bindFramebuffer(i.READ_FRAMEBUFFER,null),e.bindFramebuffer(i.DRAW_FRAMEBUFFER,null),nt)for(let pt=0;pt<M.length;pt++){e.bindFramebuffer(i.FRAMEBUFFER,yt.__webglMultisampledFramebuffer),i.framebufferRenderbuffer(i.FRAMEBUFFER,i.COLOR_ATTACHMENT0+pt,i.RENDERBUFFER,yt.__webglColorRenderbuffer[pt]);let O=n.get(M[pt]).__webglTexture;e.bindFramebuffer(i.FRAMEBUFFER,yt.__webglFramebuffer),i.framebufferTexture2D(i.DRAW_FRAMEBUFFER,i.COLOR_ATTACHMENT0+pt,i.TEXTURE_2D,O,0)}e.bindFramebuffer(i.DRAW_FRAMEBUFFER,yt.__webglMultisampledFramebuffer)}else if(P.depthBuffer&&P.storeMultisampledDepthBuffer===!1&&l){let M=P.stencilBuffer?i.DEPTH_STENCIL_ATTACHMENT:i.DEPTH_ATTACHMENT;i.invalidateFramebuffer(i.DRAW_FRAMEBUFFER,[M])}}}function ae(P){return Math.min(s.maxSamples,P.samples)}function bt(P){let M=n.get(P);return P.samples>0&&t.has("WEBGL_multisampled_render_to_texture")===!0&&M.__useRenderToTexture!==!1}function Ue(P){let M=o.render.frame;h.get(P)!==M&&(h.set(P,M),P.update())}function Vt(P,M){let X=P.colorSpace,ht=P.format,ot=P.type;return P.isCompressedTexture===!0||P.isVideoTexture===!0||X!==Qo&&X!==As&&(_e.getTransfer(X)===Ee?(ht!==ui||ot!==ii)&&Jt("WebGLTextures: sRGB encoded textures have to use RGBAFormat and UnsignedByteType."):ee("WebGLTextures: Unsupported texture color space:",X)),M}function Zt(P){return typeof HTMLImageElement<"u"&&P instanceof HTMLImageElement?(c.width=P.naturalWidth||P.width,c.height=P.naturalHeight||P.height):typeof VideoFrame<"u"&&P instanceof VideoFrame?(c.width=P.displayWidth,c.height=P.displayHeight):(c.width=P.width,c.height=P.height),c}this.allocateTextureUnit=ut,this.resetTextureUnits=K,this.getTextureUnits=et,this.setTextureUnits=dt,this.setTexture2D=mt,this.setTexture2DArray=xt,this.setTexture3D=Et,this.setTextureCube=Mt,this.rebindTextures=Je,this.setupRenderTarget=on,this.updateRenderTargetMipmap=B,this.updateMultisampleRenderTarget=Kt,this.setupDepthRenderbuffer=fn,this.setupFrameBufferTexture=De,this.useMultisampledRTT=bt,this.dispose=H}function nw(i,t){function e(n,s=As){let r,o=_e.getTransfer(s);if(n===ii)return i.UNSIGNED_BYTE;if(n===Pc)return i.UNSIGNED_SHORT_4_4_4_4;if(n===Ic)return i.UNSIGNED_SHORT_5_5_5_1;if(n===Rd)return i.UNSIGNED_INT_5_9_9_9_REV;if(n===Cd)return i.UNSIGNED_INT_10F_11F_11F_REV;if(n===Td)return i.BYTE;if(n===Ed)return i.SHORT;if(n===po)return i.UNSIGNED_SHORT;if(n===Cc)return i.INT;if(n===bi)return i.UNSIGNED_INT;if(n===ei)return i.FLOAT;if(n===Ui)return i.HALF_FLOAT;if(n===Pd)return i.ALPHA;if(n===Id)return i.RGB;if(n===ui)return i.RGBA;if(n===ys)return i.DEPTH_COMPONENT;if(n===ws)return i.DEPTH_STENCIL;if(n===Lc)return i.RED;if(n===Da)return i.RED_INTEGER;if(n===qs)return i.RG;if(n===Dc)return i.RG_INTEGER;if(n===Nc)return i.RGBA_INTEGER;if(n===Na||n===Ua||n===Fa||n===Oa)if(o===Ee)if(r=t.get("WEBGL_compressed_texture_s3tc_srgb"),r!==null){if(n===Na)return r.COMPRESSED_SRGB_S3TC_DXT1_EXT;if(n===Ua)return r.COMPRESSED_SRGB_ALPHA_S3TC_DXT1_EXT;if(n===Fa)return r.COMPRESSED_SRGB_ALPHA_S3TC_DXT3_EXT;if(n===Oa)return r.COMPRESSED_SRGB_ALPHA_S3TC_DXT5_EXT}else return null;else if(r=t.get("WEBGL_compressed_texture_s3tc"),r!==null){if(n===Na)return r.COMPRESSED_RGB_S3TC_DXT1_EXT;if(n===Ua)return r.COMPRESSED_RGBA_S3TC_DXT1_EXT;if(n===Fa)return r.COMPRESSED_RGBA_S3TC_DXT3_EXT;if(n===Oa)return r.COMPRESSED_RGBA_S3TC_DXT5_EXT}else return null;if(n===Uc||n===Fc||n===Oc||n===Bc)if(r=t.get("WEBGL_compressed_texture_pvrtc"),r!==null){if(n===Uc)return r.COMPRESSED_RGB_PVRTC_4BPPV1_IMG;if(n===Fc)return r.COMPRESSED_RGB_PVRTC_2BPPV1_IMG;if(n===Oc)return r.COMPRESSED_RGBA_PVRTC_4BPPV1_IMG;if(n===Bc)return r.COMPRESSED_RGBA_PVRTC_2BPPV1_IMG}else return null;if(n===zc||n===kc||n===Vc||n===Gc||n===Hc||n===Ba||n===Wc)if(r=t.get("WEBGL_compressed_texture_etc"),r!==null){if(n===zc||n===kc)return o===Ee?r.COMPRESSED_SRGB8_ETC2:r.COMPRESSED_RGB8_ETC2;if(n===Vc)return o===Ee?r.COMPRESSED_SRGB8_ALPHA8_ETC2_EAC:r.COMPRESSED_RGBA8_ETC2_EAC;if(n===Gc)return r.COMPRESSED_R11_EAC;if(n===Hc)return r.COMPRESSED_SIGNED_R11_EAC;if(n===Ba)return r.COMPRESSED_RG11_EAC;if(n===Wc)return r.COMPRESSED_SIGNED_RG11_EAC}else return null;if(n===Xc||n===qc||n===Yc||n===$c||n===Zc||n===Jc||n===Kc||n===jc||n===Qc||n===th||n===eh||n===nh||n===ih||n===sh)if(r=t.get("WEBGL_compressed_texture_astc"),r!==null){if(n===Xc)return o===Ee?r.COMPRESSED_SRGB8_ALPHA8_ASTC_4x4_KHR:r.COMPRESSED_RGBA_ASTC_4x4_KHR;if(n===qc)return o===Ee?r.COMPRESSED_SRGB8_ALPHA8_ASTC_5x4_KHR:r.COMPRESSED_RGBA_ASTC_5x4_KHR;if(n===Yc)return o===Ee?r.COMPRESSED_SRGB8_ALPHA8_ASTC_5x5_KHR:r.COMPRESSED_RGBA_ASTC_5x5_KHR;if(n===$c)return o===Ee?r.COMPRESSED_SRGB8_ALPHA8_ASTC_6x5_KHR:r.COMPRESSED_RGBA_ASTC_6x5_KHR;if(n===Zc)return o===Ee?r.COMPRESSED_SRGB8_ALPHA8_ASTC_6x6_KHR:r.COMPRESSED_RGBA_ASTC_6x6_KHR;if(n===Jc)return o===Ee?r.COMPRESSED_SRGB8_ALPHA8_ASTC_8x5_KHR:r.COMPRESSED_RGBA_ASTC_8x5_KHR;if(n===Kc)return o===Ee?r.COMPRESSED_SRGB8_ALPHA8_ASTC_8x6_KHR:r.COMPRESSED_RGBA_ASTC_8x6_KHR;if(n===jc)return o===Ee?r.COMPRESSED_SRGB8_ALPHA8_ASTC_8x8_KHR:r.COMPRESSED_RGBA_ASTC_8x8_KHR;if(n===Qc)return o===Ee?r.COMPRESSED_SRGB8_ALPHA8_ASTC_10x5_KHR:r.COMPRESSED_RGBA_ASTC_10x5_KHR;if(n===th)return o===Ee?r.COMPRESSED_SRGB8_ALPHA8_ASTC_10x6_KHR:r.COMPRESSED_RGBA_ASTC_10x6_KHR;if(n===eh)return o===Ee?r.COMPRESSED_SRGB8_ALPHA8_ASTC_10x8_KHR:r.COMPRESSED_RGBA_ASTC_10x8_KHR;if(n===nh)return o===Ee?r.COMPRESSED_SRGB8_ALPHA8_ASTC_10x10_KHR:r.COMPRESSED_RGBA_ASTC_10x10_KHR;if(n===ih)return o===Ee?r.COMPRESSED_SRGB8_ALPHA8_ASTC_12x10_KHR:r.COMPRESSED_RGBA_ASTC_12x10_KHR;if(n===sh)return o===Ee?r.COMPRESSED_SRGB8_ALPHA8_ASTC_12x12_KHR:r.COMPRESSED_RGBA_ASTC_12x12_KHR}else return null;if(n===rh||n===oh||n===ah)if(r=t.get("EXT_texture_compression_bptc"),r!==null){if(n===rh)return o===Ee?r.COMPRESSED_SRGB_ALPHA_BPTC_UNORM_EXT:r.COMPRESSED_RGBA_BPTC_UNORM_EXT;if(n===oh)return r.COMPRESSED_RGB_BPTC_SIGNED_FLOAT_EXT;if(n===ah)return r.COMPRESSED_RGB_BPTC_UNSIGNED_FLOAT_EXT}else return null;if(n===lh||n===ch||n===za||n===hh)if(r=t.get("EXT_texture_compression_rgtc"),r!==null){if(n===lh)return r.COMPRESSED_RED_RGTC1_EXT;if(n===ch)return r.COMPRESSED_SIGNED_RED_RGTC1_EXT;if(n===za)return r.COMPRESSED_RED_GREEN_RGTC2_EXT;if(n===hh)return r.COMPRESSED_SIGNED_RED_GREEN_RGTC2_EXT}else return null;return n===dr?i.UNSIGNED_INT_24_8:i[n]!==void 0?i[n]:null}return{convert:e}}var iw=`
void main() {

	gl_Position = vec4( position, 1.0 );

}`,sw=`
uniform sampler2DArray depthColor;
uniform float depthWidth;
uniform float depthHeight;

void main() {

	vec2 coord = vec2( gl_FragCoord.x / depthWidth, gl_FragCoord.y / depthHeight );

	if ( coord.x >= 1.0 ) {

		gl_FragDepth = texture( depthColor, vec3( coord.x - 1.0, coord.y, 1 ) ).r;

	} else {

		gl_FragDepth = texture( depthColor, vec3( coord.x, coord.y, 0 ) ).r;

	}

}`,sf=class{constructor(){this.texture=null,this.mesh=null,this.depthNear=0,this.depthFar=0}init(t,e){if(this.texture===null){let n=new pa(t.texture);(t.depthNear!==e.depthNear||t.depthFar!==e.depthFar)&&(this.depthNear=t.depthNear,this.depthFar=t.depthFar),this.texture=n}}getMesh(t){if(this.texture!==null&&this.mesh===null){let e=t.cameras[0].viewport,n=new Mi({vertexShader:iw,fragmentShader:sw,uniforms:{depthColor:{value:this.texture},depthWidth:{value:e.z},depthHeight:{value:e.w}}});this.mesh=new Bn(new xa(20,20),n)}return this.mesh}reset(){this.texture=null,this.mesh=null}getDepthTexture(){return this.texture}},rf=class extends Ji{constructor(t,e){super();let n=this,s=null,r=1,o=null,a="local-floor",l=1,c=null,h=null,u=null,d=null,f=null,p=null,x=typeof XRWebGLBinding<"u",m=new sf,g={},S=e.getContextAttributes(),E=null,y=null,R=[],T=[],_=new Ht,w=null,F=null,I=new Yn;I.viewport=new Re;let D=new Yn;D.viewport=new Re;let z=[I,D],V=new wc,N=null,H=null;this.cameraAutoUpdate=!0,this.enabled=!1,this.isPresenting=!1,this.getController=function(tt){let mt=R[tt];return mt===void 0&&(mt=new so,R[tt]=mt),mt.getTargetRaySpace()},this.getControllerGrip=function(tt){let mt=R[tt];return mt===void 0&&(mt=new so,R[tt]=mt),mt.getGripSpace()},this.getHand=function(tt){let mt=R[tt];return mt===void 0&&(mt=new so,R[tt]=mt),mt.getHandSpace()};function q(tt){let mt=T.indexOf(tt.inputSource);if(mt===-1)return;let xt=R[mt];xt!==void 0&&(xt.update(tt.inputSource,tt.frame,c||o),xt.dispatchEvent({type:tt.type,data:tt.inputSource}))}function G(){s.removeEventListener("select",q),s.removeEventListener("selectstart",q),s.removeEventListener("selectend",q),s.removeEventListener("squeeze",q),s.removeEventListener("squeezestart",q),s.removeEventListener("squeezeend",q),s.removeEventListener("end",G),s.removeEventListener("inputsourceschange",lt);for(let tt=0;tt<R.length;tt++){let mt=T[tt];mt!==null&&(T[tt]=null,R[tt].disconnect(mt))}N=null,H=null,m.reset();for(let tt in g)delete g[tt];if(t.setRenderTarget(E),f=null,d=null,u=null,s=null,y=null,ut.stop(),n.isPresenting=!1,t.setPixelRatio(w),t.setSize(_.width,_.height,!1),F!==null){let tt=F.camera;tt.fov=F.fov,tt.zoom=F.zoom,tt.updateProjectionMatrix(),F=null}n.dispatchEvent({type:"sessionend"})}this.setFramebufferScaleFactor=function(tt){r=tt,n.isPresenting===!0&&Jt("WebXRManager: Cannot change framebuffer scale while presenting.")},this.setReferenceSpaceType=function(tt){a=tt,n.isPresenting===!0&&Jt("WebXRManager: Cannot change reference space type while presenting.")},this.getReferenceSpace=function(){return c||o},this.setReferenceSpace=function(tt){c=tt},this.getBaseLayer=function(){return d!==null?d:f},this.getBinding=function(){return u===null&&x&&(u=new XRWebGLBinding(s,e)),u},this.getFrame=function(){return p},this.getSession=function(){return s},this.setSession=async function(tt){if(s=tt,s!==null){if(E=t.getRenderTarget(),s.addEventListener("select",q),s.addEventListener("selectstart",q),s.addEventListener("selectend",q),s.addEventListener("squeeze",q),s.addEventListener("squeezestart",q),s.addEventListener("squeezeend",q),s.addEventListener("end",G),s.addEventListener("inputsourceschange",lt),S.xrCompatible!==!0&&await e.makeXRCompatible(),w=t.getPixelRatio(),t.getSize(_),x&&"createProjectionLayer"in XRWebGLBinding.prototype){let xt=null,Et=null,Mt=null;S.depth&&(Mt=S.stencil?e.DEPTH24_STENCIL8:e.DEPTH_COMPONENT24,xt=S.stencil?ws:ys,Et=S.stencil?dr:bi);let qt={colorFormat:e.RGBA8,depthFormat:Mt,scaleFactor:r};u=this.getBinding(),d=u.createProjectionLayer(qt),s.updateRenderState({layers:[d]}),t.setPixelRatio(1),t.setSize(d.textureWidth,d.textureHeight,!1),y=new di(d.textureWidth,d.textureHeight,{format:ui,type:ii,depthTexture:new Ss(d.textureWidth,d.textureHeight,Et,void 0,void 0,void 0,void 0,void 0,void 0,xt),stencilBuffer:S.stencil,colorSpace:t.outputColorSpace,samples:S.antialias?4:0,resolveDepthBuffer:d.ignoreDepthValues===!1,resolveStencilBuffer:d.ignoreDepthValues===!1,storeMultisampledDepthBuffer:d.ignoreDepthValues===!1,storeMultisampledStencilBuffer:d.ignoreDepthValues===!1})}else{let xt={antialias:S.antialias,alpha:!0,depth:S.depth,stencil:S.stencil,framebufferScaleFactor:r};f=new XRWebGLLayer(s,e,xt),s.updateRenderState({baseLayer:f}),t.setPixelRatio(1),t.setSize(f.framebufferWidth,f.framebufferHeight,!1),y=new di(f.framebufferWidth,f.framebufferHeight,{format:ui,type:ii,colorSpace:t.outputColorSpace,stencilBuffer:S.stencil,resolveDepthBuffer:f.ignoreDepthValues===!1,resolveStencilBuffer:f.ignoreDepthValues===!1,storeMultisampledDepthBuffer:f.ignoreDepthValues===!1,storeMultisampledStencilBuffer:f.ignoreDepthValues===!1})}y.isXRRenderTarget=!0,this.setFoveation(l),c=null,o=await s.requestReferenceSpace(a),ut.setContext(s),ut.start(),n.isPresenting=!0,n.dispatchEvent({type:"sessionstart"})}},this.getEnvironmentBlendMode=function(){if(s!==null)return s.environmentBlendMode},this.getDepthTexture=function(){return m.getDepthTexture()};function lt(tt){for(let mt=0;mt<tt.removed.length;mt++){let xt=tt.removed[mt],Et=T.indexOf(xt);Et>=0&&(T[Et]=null,R[Et].disconnect(xt))}for(let mt=0;mt<tt.added.length;mt++){let xt=tt.added[mt],Et=T.indexOf(xt);if(Et===-1){for(let qt=0;qt<R.length;qt++)if(qt>=T.length){T.push(xt),Et=qt;break}else if(T[qt]===null){T[qt]=xt,Et=qt;break}if(Et===-1)break}let Mt=R[Et];Mt&&Mt.connect(xt)}}function $(tt,mt){mt===null?tt.matrixWorld.copy(tt.matrix):tt.matrixWorld.multiplyMatrices(mt.matrixWorld,tt.matrix),tt.matrixWorldInverse.copy(tt.matrixWorld).invert()}this.updateCamera=function(tt){if(s===null)return;let mt=tt.near,xt=tt.far;m.texture!==null&&(m.depthNear>0&&(mt=m.depthNear),m.depthFar>0&&(xt=m.depthFar)),V.near=D.near=I.near=mt,V.far=D.far=I.far=xt,(N!==V.near||H!==V.far)&&(s.updateRenderState({depthNear:V.near,depthFar:V.far}),N=V.near,H=V.far),V.layers.mask=tt.layers.mask|6,I.layers.mask=V.layers.mask&-5,D.layers.mask=V.layers.mask&-3;let Et=tt.parent,Mt=V.cameras;$(V,Et);for(let qt=0;qt<Mt.length;qt++)$(Mt[qt],Et);V.projectionMatrix.copy(I.projectionMatrix),V.projectionMatrixInverse.copy(I.projectionMatrixInverse),F===null&&tt.isPerspectiveCamera&&(F={camera:tt,fov:tt.fov,zoom:tt.zoom}),K(tt,V,Et)};function K(tt,mt,xt){xt===null?tt.matrix.copy(mt.matrixWorld):(tt.matrix.copy(xt.matrixWorld),tt.matrix.invert(),tt.matrix.multiply(mt.matrixWorld)),tt.matrix.decompose(tt.position,tt.quaternion,tt.scale),tt.updateMatrixWorld(!0),tt.projectionMatrix.copy(mt.projectionMatrix),tt.projectionMatrixInverse.copy(mt.projectionMatrixInverse),tt.isPerspectiveCamera&&(tt.fov=eo*2*Math.atan(1/tt.projectionMatrix.elements[5]),tt.zoom=1)}this.getCamera=function(){return V},this.getFoveation=function(){if(!(d===null&&f===null))return l},this.setFoveation=function(tt){l=tt,d!==null&&(d.fixedFoveation=tt),f!==null&&f.fixedFoveation!==void 0&&(f.fixedFoveation=tt)},this.hasDepthSensing=function(){return m.texture!==null},this.getDepthSensingMesh=function(){return m.getMesh(V)},this.getCameraTexture=function(tt){return g[tt]};let et=null;function dt(tt,mt){if(h=mt.getViewerPose(c||o),p=mt,h!==null){let xt=h.views;f!==null&&(t.setRenderTargetFramebuffer(y,f.framebuffer),t.setRenderTarget(y));let Et=!1;xt.length!==V.cameras.length&&(V.cameras.length=0,Et=!0);for(let Wt=0;Wt<xt.length;Wt++){let fe=xt[Wt],he=null;if(f!==null)he=f.getViewport(fe);else{let Xe=u.getViewSubImage(d,fe);he=Xe.viewport,Wt===0&&(t.setRenderTargetTextures(y,Xe.colorTexture,Xe.depthStencilTexture),t.setRenderTarget(y))}let se=z[Wt];se===void 0&&(se=new Yn,se.layers.enable(Wt),se.viewport=new Re,z[Wt]=se),se.matrix.fromArray(fe.transform.matrix),se.matrix.decompose(se.position,se.quaternion,se.scale),se.projectionMatrix.fromArray(fe.projectionMatrix),se.projectionMatrixInverse.copy(se.projectionMatrix).invert(),se.viewport.set(he.x,he.y,he.width,he.height),Wt===0&&(V.matrix.copy(se.matrix),V.matrix.decompose(V.position,V.quaternion,V.scale)),Et===!0&&V.cameras.push(se)}let Mt=s.enabledFeatures;if(Mt&&Mt.includes("depth-sensing")&&s.depthUsage=="gpu-optimized"&&x){u=n.getBinding();let Wt=u.getDepthInformation(xt[0]);Wt&&Wt.isValid&&Wt.texture&&m.init(Wt,s.renderState)}if(Mt&&Mt.includes("camera-access")&&x){t.state.unbindTexture(),u=n.getBinding();for(let Wt=0;Wt<xt.length;Wt++){let fe=xt[Wt].camera;if(fe){let he=g[fe];he||(he=new pa,g[fe]=he);let se=u.getCameraImage(fe);he.sourceTexture=se}}}}for(let xt=0;xt<R.length;xt++){let Et=T[xt],Mt=R[xt];Et!==null&&Mt!==void 0&&Mt.update(Et,mt,c||o)}et&&et(tt,mt),mt.detectedPlanes&&n.dispatchEvent({type:"planesdetected",data:mt}),p=null}let ut=new xg;ut.setAnimationLoop(dt),this.setAnimationLoop=function(tt){et=tt},this.dispose=function(){}}},rw=new Ot,Rg=new ie;Rg.set(-1,0,0,0,1,0,0,0,1);function ow(i,t){function e(m,g){m.matrixAutoUpdate===!0&&m.updateMatrix(),g.value.copy(m.matrix)}function n(m,g){g.color.getRGB(m.fogColor.value,Xd(i)),g.isFog?(m.fogNear.value=g.near,m.fogFar.value=g.far):g.isFogExp2&&(m.fogDensity.value=g.density)}function s(m,g,S,E,y){g.isNodeMaterial?g.uniformsNeedUpdate=!1:g.isMeshBasicMaterial?r(m,g):g.isMeshLambertMaterial?(r(m,g),g.envMap&&(m.envMapIntensity.value=g.envMapIntensity)):g.isMeshToonMaterial?(r(m,g),u(m,g)):g.isMeshPhongMaterial?(r(m,g),h(m,g),g.envMap&&(m.envMapIntensity.value=g.envMapIntensity)):g.isMeshStandardMaterial?(r(m,g),d(m,g),g.isMeshPhysicalMaterial&&f(m,g,y)):g.isMeshMatcapMaterial?(r(m,g),p(m,g)):g.isMeshDepthMaterial?r(m,g):g.isMeshDistanceMaterial?(r(m,g),x(m,g)):g.isMeshNormalMaterial?r(m,g):g.isLineBasicMaterial?(o(m,g),g.isLineDashedMaterial&&a(m,g)):g.isPointsMaterial?l(m,g,S,E):g.isSpriteMaterial?c(m,g):g.isShadowMaterial?(m.color.value.copy(g.color),m.opacity.value=g.opacity):g.isShaderMaterial&&(g.uniformsNeedUpdate=!1)}function r(m,g){m.opacity.value=g.opacity,g.color&&m.diffuse.value.copy(g.color),g.emissive&&m.emissive.value.copy(g.emissive).multiplyScalar(g.emissiveIntensity),g.map&&(m.map.value=g.map,e(g.map,m.mapTransform)),g.alphaMap&&(m.alphaMap.value=g.alphaMap,e(g.alphaMap,m.alphaMapTransform)),g.bumpMap&&(m.bumpMap.value=g.bumpMap,e(g.bumpMap,m.bumpMapTransform),m.bumpScale.value=g.bumpScale,g.side===Jn&&(m.bumpScale.value*=-1)),g.normalMap&&(m.normalMap.value=g.normalMap,e(g.normalMap,m.normalMapTransform),m.normalScale.value.copy(g.normalScale),g.side===Jn&&m.normalScale.value.negate()),g.displacementMap&&(m.displacementMap.value=g.displacementMap,e(g.displacementMap,m.displacementMapTransform),m.displacementScale.value=g.displacementScale,m.displacementBias.value=g.displacementBias),g.emissiveMap&&(m.emissiveMap.value=g.emissiveMap,e(g.emissiveMap,m.emissiveMapTransform)),g.specularMap&&(m.specularMap.value=g.specularMap,e(g.specularMap,m.specularMapTransform)),g.alphaTest>0&&(m.alphaTest.value=g.alphaTest);let S=t.get(g),E=S.envMap,y=S.envMapRotation;E&&(m.envMap.value=E,m.envMapRotation.value.setFromMatrix4(rw.makeRotationFromEuler(y)).transpose(),E.isCubeTexture&&E.isRenderTargetTexture===!1&&m.envMapRotation.value.premultiply(Rg),m.reflectivity.value=g.reflectivity,m.ior.value=g.ior,m.refractionRatio.value=g.refractionRatio),g.lightMap&&(m.lightMap.value=g.lightMap,m.lightMapIntensity.value=g.lightMapIntensity,e(g.lightMap,m.lightMapTransform)),g.aoMap&&(m.aoMap.value=g.aoMap,m.aoMapIntensity.value=g.aoMapIntensity,e(g.aoMap,m.aoMapTransform))}function o(m,g){m.diffuse.value.copy(g.color),m.opacity.value=g.opacity,g.map&&(m.map.value=g.map,e(g.map,m.mapTransform))}function a(m,g){m.dashSize.value=g.dashSize,m.totalSize.value=g.dashSize+g.gapSize,m.scale.value=g.scale}function l(m,g,S,E){m.diffuse.value.copy(g.color),m.opacity.value=g.opacity,m.size.value=g.size*S,m.scale.value=E*.5,g.map&&(m.map.value=g.map,e(g.map,m.uvTransform)),g.alphaMap&&(m.alphaMap.value=g.alphaMap,e(g.alphaMap,m.alphaMapTransform)),g.alphaTest>0&&(m.alphaTest.value=g.alphaTest)}function c(m,g){m.diffuse.value.copy(g.color),m.opacity.value=g.opacity,m.rotation.value=g.rotation,g.map&&(m.map.value=g.map,e(g.map,m.mapTransform)),g.alphaMap&&(m.alphaMap.value=g.alphaMap,e(g.alphaMap,m.alphaMapTransform)),g.alphaTest>0&&(m.alphaTest.value=g.alphaTest)}function h(m,g){m.specular.value.copy(g.specular),m.shininess.value=Math.max(g.shininess,1e-4)}function u(m,g){g.gradientMap&&(m.gradientMap.value=g.gradientMap)}function d(m,g){m.metalness.value=g.metalness,g.metalnessMap&&(m.metalnessMap.value=g.metalnessMap,e(g.metalnessMap,m.metalnessMapTransform)),m.roughness.value=g.roughness,g.roughnessMap&&(m.roughnessMap.value=g.roughnessMap,e(g.roughnessMap,m.roughnessMapTransform)),g.envMap&&(m.envMapIntensity.value=g.envMapIntensity)}function f(m,g,S){m.ior.value=g.ior,g.diffuseRoughness>0&&(m.diffuseRoughness.value=g.diffuseRoughness,g.diffuseRoughnessMap&&(m.diffuseRoughnessMap.value=g.diffuseRoughnessMap,e(g.diffuseRoughnessMap,m.diffuseRoughnessMapTransform))),g.sheen>0&&(m.sheenColor.value.copy(g.sheenColor).multiplyScalar(g.sheen),m.sheenRoughness.value=g.sheenRoughness,g.sheenColorMap&&(m.sheenColorMap.value=g.sheenColorMap,e(g.sheenColorMap,m.sheenColorMapTransform)),g.sheenRoughnessMap&&(m.sheenRoughnessMap.value=g.sheenRoughnessMap,e(g.sheenRoughnessMap,m.sheenRoughnessMapTransform))),g.clearcoat>0&&(m.clearcoat.value=g.clearcoat,m.clearcoatRoughness.value=g.clearcoatRoughness,g.clearcoatMap&&(m.clearcoatMap.value=g.clearcoatMap,e(g.clearcoatMap,m.clearcoatMapTransform)),g.clearcoatRoughnessMap&&(m.clearcoatRoughnessMap.value=g.clearcoatRoughnessMap,e(g.clearcoatRoughnessMap,m.clearcoatRoughnessMapTransform)),g.clearcoatNormalMap&&(m.clearcoatNormalMap.value=g.clearcoatNormalMap,e(g.clearcoatNormalMap,m.clearcoatNormalMapTransform),m.clearcoatNormalScale.value.copy(g.clearcoatNormalScale),g.side===Jn&&m.clearcoatNormalScale.value.negate())),g.dispersion>0&&(m.dispersion.value=g.dispersion),g.retroreflectivity>0&&(m.retroreflectivity.value=g.retroreflectivity),g.iridescence>0&&(m.iridescence.value=g.iridescence,m.iridescenceIOR.value=g.iridescenceIOR,m.iridescenceThicknessMinimum.value=g.iridescenceThicknessMinimum,m.iridescenceThicknessMaximum.value=g.iridescenceThicknessMaximum,g.iridescenceMap&&(m.iridescenceMap.value=g.iridescenceMap,e(g.iridescenceMap,m.iridescenceMapTransform)),g.iridescenceThicknessMap&&(m.iridescenceThicknessMap.value=g.iridescenceThicknessMap,e(g.iridescenceThicknessMap,m.iridescenceThicknessMapTransform))),g.transmission>0&&(m.transmission.value=g.transmission,m.transmissionSamplerMap.value=S.texture,m.transmissionSamplerSize.value.set(S.width,S.height),g.transmissionMap&&(m.transmissionMap.value=g.transmissionMap,e(g.transmissionMap,m.transmissionMapTransform)),m.thickness.value=g.thickness,g.thicknessMap&&(m.thicknessMap.value=g.thicknessMap,e(g.thicknessMap,m.thicknessMapTransform)),m.attenuationDistance.value=g.attenuationDistance,m.attenuationColor.value.copy(g.attenuationColor)),g.anisotropy>0&&(m.anisotropyVector.value.set(g.anisotropy*Math.cos(g.anisotropyRotation),g.anisotropy*Math.sin(g.anisotropyRotation)),g.anisotropyMap&&(m.anisotropyMap.value=g.anisotropyMap,e(g.anisotropyMap,m.anisotropyMapTransform))),m.specularIntensity.value=g.specularIntensity,m.specularColor.value.copy(g.specularColor),g.specularColorMap&&(m.specularColorMap.value=g.specularColorMap,e(g.specularColorMap,m.specularColorMapTransform)),g.specularIntensityMap&&(m.specularIntensityMap.value=g.specularIntensityMap,e(g.specularIntensityMap,m.specularIntensityMapTransform))}function p(m,g){g.matcap&&(m.matcap.value=g.matcap)}function x(m,g){let S=t.get(g).light;m.referencePosition.value.setFromMatrixPosition(S.matrixWorld),m.nearDistance.value=S.shadow.camera.near,m.farDistance.value=S.shadow.camera.far}return{refreshFogUniforms:n,refreshMaterialUniforms:s}}function aw(i,t,e,n){let s={},r={};function o(S,E){let y=E.program;n.uniformBlockBinding(S,y,s[S.id])}function a(S,E){let y=s[S.id];y===void 0&&(p(S),y=l(S),s[S.id]=y,S.addEventListener("dispose",m));let R=E.program;n.updateUBOMapping(S,R);let T=t.render.frame;r[S.id]!==T&&(c(S),r[S.id]=T)}function l(S){let E=i.createBuffer(),y=S.__size,R=S.usage;return i.bindBuffer(i.UNIFORM_BUFFER,E),i.bufferData(i.UNIFORM_BUFFER,y,R),i.bindBuffer(i.UNIFORM_BUFFER,null),E}function c(S){let E=s[S.id],y=S.uniforms,R=S.__cache;i.bindBuffer(i.UNIFORM_BUFFER,E);for(let T=0,_=y.length;T<_;T++){let w=y[T];if(Array.isArray(w))for(let F=0,I=w.length;F<I;F++)h(w[F],T,F,R);else h(w,T,0,R)}i.bindBuffer(i.UNIFORM_BUFFER,null)}function h(S,E,y,R){if(d(S,E,y,R)===!0){let T=S.__offset,_=S.value;if(Array.isArray(_)){let w=0;for(let F=0;F<_.length;F++){let I=_[F],D=x(I,!0);u(I,S.__data,w),w+=D.storage/Float32Array.BYTES_PER_ELEMENT}}else u(_,S.__data,0);i.bufferSubData(i.UNIFORM_BUFFER,T,S.__data)}}function u(S,E,y){typeof S=="number"||typeof S=="boolean"?E[y]=S:S.isMatrix3?(E[y]=S.elements[0],E[y+1]=S.elements[1],E[y+2]=S.elements[2],E[y+3]=0,E[y+4]=S.elements[3],E[y+5]=S.elements[4],E[y+6]=S.elements[5],E[y+7]=0,E[y+8]=S.elements[6],E[y+9]=S.elements[7],E[y+10]=S.elements[8],E[y+11]=0):ArrayBuffer.isView(S)?E.set(S.subarray(0,E.length-y),y):S.toArray(E,y)}function d(S,E,y,R){let T=S.value,_=E+"_"+y;if(Array.isArray(T)){R[_]===void 0&&(R[_]=[]);let w=R[_],F=!1;for(let I=0;I<T.length;I++)f(T[I],w,I)===!0&&(F=!0);return F}return f(T,R,_)}function f(S,E,y){if(E[y]===void 0)return typeof S=="number"||typeof S=="boolean"?E[y]=S:ArrayBuffer.isView(S)?E[y]=S.slice():E[y]=S.clone(),!0;{let R=E[y];if(typeof S=="number"||typeof S=="boolean"){if(R!==S)return E[y]=S,!0}else{if(ArrayBuffer.isView(S))return!0;if(R.equals(S)===!1)return R.copy(S),!0}}return!1}function p(S){let E=S.uniforms,y=0,R=16;for(let _=0,w=E.length;_<w;_++){let F=Array.isArray(E[_])?E[_]:[E[_]];for(let I=0,D=F.length;I<D;I++){let z=F[I],V=Array.isArray(z.value)?z.value:[z.value],N=Array.isArray(E[_])||Array.isArray(z.value),H=y;for(let G=0,lt=V.length;G<lt;G++){let $=V[G],K=x($,N),et=y%R,dt=et%K.boundary,ut=et+dt;y+=dt,ut!==0&&R-ut<K.storage&&(y+=R-ut),G===0&&(H=y),y+=K.storage}let q=z.type==="int"?Int32Array:z.type==="uint"?Uint32Array:Float32Array;z.__data=new q((y-H)/Float32Array.BYTES_PER_ELEMENT),z.__offset=H}}let T=y%R;return T>0&&(y+=R-T),S.__size=y,S.__cache={},this}function x(S,E){let y={boundary:0,storage:0};return typeof S=="number"||typeof S=="boolean"?(y.boundary=4,y.storage=4):S.isVector2?(y.boundary=8,y.storage=8):S.isVector3||S.isColor?(y.boundary=16,y.storage=12):S.isVector4?(y.boundary=16,y.storage=16):S.isMatrix3?(y.boundary=16,y.storage=48):S.isMatrix4?(y.boundary=16,y.storage=64):S.isTexture?Jt("WebGLRenderer: Texture samplers can not be part of an uniforms group."):ArrayBuffer.isView(S)?(y.boundary=16,y.storage=S.byteLength):Jt("WebGLRenderer: Unsupported uniform value type.",S),E===!0&&(y.boundary=16,y.storage=Math.ceil(y.storage/16)*16),y}function m(S){let E=S.target;E.removeEventListener("dispose",m),i.deleteBuffer(s[E.id]),delete s[E.id],delete r[E.id]}function g(){for(let S in s)i.deleteBuffer(s[S]);s={},r={}}return{bind:o,update:a,dispose:g}}var lw=new Uint16Array([12469,15057,12620,14925,13266,14620,13807,14376,14323,13990,14545,13625,14713,13328,14840,12882,14931,12528,14996,12233,15039,11829,15066,11525,15080,11295,15085,10976,15082,10705,15073,10495,13880,14564,13898,14542,13977,14430,14158,14124,14393,13732,14556,13410,14702,12996,14814,12596,14891,12291,14937,11834,14957,11489,14958,11194,14943,10803,14921,10506,14893,10278,14858,9960,14484,14039,14487,14025,14499,13941,14524,13740,14574,13468,14654,13106,14743,12678,14818,12344,14867,11893,14889,11509,14893,11180,14881,10751,14852,10428,14812,10128,14765,9754,14712,9466,14764,13480,14764,13475,14766,13440,14766,13347,14769,13070,14786,12713,14816,12387,14844,11957,14860,11549,14868,11215,14855,10751,14825,10403,14782,10044,14729,9651,14666,9352,14599,9029,14967,12835,14966,12831,14963,12804,14954,12723,14936,12564,14917,12347,14900,11958,14886,11569,14878,11247,14859,10765,14828,10401,14784,10011,14727,9600,14660,9289,14586,8893,14508,8533,15111,12234,15110,12234,15104,12216,15092,12156,15067,12010,15028,11776,14981,11500,14942,11205,14902,10752,14861,10393,14812,9991,14752,9570,14682,9252,14603,8808,14519,8445,14431,8145,15209,11449,15208,11451,15202,11451,15190,11438,15163,11384,15117,11274,15055,10979,14994,10648,14932,10343,14871,9936,14803,9532,14729,9218,14645,8742,14556,8381,14461,8020,14365,7603,15273,10603,15272,10607,15267,10619,15256,10631,15231,10614,15182,10535,15118,10389,15042,10167,14963,9787,14883,9447,14800,9115,14710,8665,14615,8318,14514,7911,14411,7507,14279,7198,15314,9675,15313,9683,15309,9712,15298,9759,15277,9797,15229,9773,15166,9668,15084,9487,14995,9274,14898,8910,14800,8539,14697,8234,14590,7790,14479,7409,14367,7067,14178,6621,15337,8619,15337,8631,15333,8677,15325,8769,15305,8871,15264,8940,15202,8909,15119,8775,15022,8565,14916,8328,14804,8009,14688,7614,14569,7287,14448,6888,14321,6483,14088,6171,15350,7402,15350,7419,15347,7480,15340,7613,15322,7804,15287,7973,15229,8057,15148,8012,15046,7846,14933,7611,14810,7357,14682,7069,14552,6656,14421,6316,14251,5948,14007,5528,15356,5942,15356,5977,15353,6119,15348,6294,15332,6551,15302,6824,15249,7044,15171,7122,15070,7050,14949,6861,14818,6611,14679,6349,14538,6067,14398,5651,14189,5311,13935,4958,15359,4123,15359,4153,15356,4296,15353,4646,15338,5160,15311,5508,15263,5829,15188,6042,15088,6094,14966,6001,14826,5796,14678,5543,14527,5287,14377,4985,14133,4586,13869,4257,15360,1563,15360,1642,15358,2076,15354,2636,15341,3350,15317,4019,15273,4429,15203,4732,15105,4911,14981,4932,14836,4818,14679,4621,14517,4386,14359,4156,14083,3795,13808,3437,15360,122,15360,137,15358,285,15355,636,15344,1274,15322,2177,15281,2765,15215,3223,15120,3451,14995,3569,14846,3567,14681,3466,14511,3305,14344,3121,14037,2800,13753,2467,15360,0,15360,1,15359,21,15355,89,15346,253,15325,479,15287,796,15225,1148,15133,1492,15008,1749,14856,1882,14685,1886,14506,1783,14324,1608,13996,1398,13702,1183]),ns=null;function cw(){return ns===null&&(ns=new ks(lw,16,16,qs,Ui),ns.name="DFG_LUT",ns.minFilter=$n,ns.magFilter=$n,ns.wrapS=Zi,ns.wrapT=Zi,ns.generateMipmaps=!1,ns.needsUpdate=!0),ns}var mh=class{constructor(t={}){let{canvas:e=Wm(),context:n=null,depth:s=!0,stencil:r=!1,alpha:o=!1,antialias:a=!1,premultipliedAlpha:l=!0,preserveDrawingBuffer:c=!1,powerPreference:h="default",failIfMajorPerformanceCaveat:u=!1,reversedDepthBuffer:d=!1,outputBufferType:f=ii}=t;this.isWebGLRenderer=!0;let p;if(n!==null){if(typeof WebGLRenderingContext<"u"&&n instanceof WebGLRenderingContext)throw new Error("THREE.WebGLRenderer: WebGL 1 is not supported since r163.");p=n.getContextAttributes().alpha}else p=o;let x=f,m=new Set([Nc,Dc,Da]),g=new Set([ii,bi,po,dr,Pc,Ic]),S=new Uint32Array(4),E=new Int32Array(4),y={textures:[],min:[],max:[],resolution:[]},R=null,T=null,_=[],w=[],F=null;this.domElement=e,this.debug={checkShaderErrors:!0,diagnostics:{keywords:!1},onShaderError:null},this.autoClear=!0,this.autoClearColor=!0,this.autoClearDepth=!0,this.autoClearStencil=!0,this.sortObjects=!0,this.clippingPlanes=[],this.localClippingEnabled=!1,this.toneMapping=ts,this.toneMappingExposure=1,this.transmissionResolutionScale=1;let I=this,D=!1,z=null,V=null,N=null,H=null;this._outputColorSpace=qn;let q=0,G=0,lt=null,$=-1,K=null,et=new Re,dt=new Re,ut=null,tt=new $t(0),mt=0,xt=e.width,Et=e.height,Mt=1,qt=null,oe=null,Wt=new Re(0,0,xt,Et),fe=new Re(0,0,xt,Et),he=!1,se=new vs,Xe=new la,Be=!1,rn=!1,De=new Ot,Sn=new C,Se=new Re,fn={background:null,fog:null,environment:null,overrideMaterial:null,isScene:!0},Je=!1;function on(){return lt===null?Mt:1}let B=n;function Ct(A,k){return e.getContext(A,k)}let Kt,ae,bt,Ue,Vt,Zt,P,M,X,ht,ot,_t,yt,nt,st,pt,O,rt,it,wt,gt,St,Xt;try{let A={alpha:!0,depth:s,stencil:r,antialias:a,premultipliedAlpha:l,preserveDrawingBuffer:c,powerPreference:h,failIfMajorPerformanceCaveat:u};if("setAttribute"in e&&e.setAttribute("data-engine",`three.js r${"187"}`),e.addEventListener("webglcontextlost",Bt,!1),e.addEventListener("webglcontextrestored",te,!1),e.addEventListener("webglcontextcreationerror",Rt,!1),B===null){let k="webgl2";if(B=Ct(k,A),B===null)throw Ct(k)?new Error("THREE.WebGLRenderer: Error creating WebGL context with your selected attributes."):new Error("THREE.WebGLRenderer: Error creating WebGL context.")}Qt()}catch(A){throw e.removeEventListener("webglcontextlost",Bt,!1),e.removeEventListener("webglcontextrestored",te,!1),e.removeEventListener("webglcontextcreationerror",Rt,!1),ee("WebGLRenderer: "+A.message),A}function Qt(){Kt=new vM(B),Kt.init(),gt=new nw(B,Kt),ae=new cM(B,Kt,t,gt),bt=new tw(B,Kt),ae.reversedDepthBuffer&&d&&bt.buffers.depth.setReversed(!0),V=B.createFramebuffer(),N=B.createFramebuffer(),H=B.createFramebuffer(),Ue=new bM(B),Vt=new kb,Zt=new ew(B,Kt,bt,Vt,ae,gt,Ue),P=new yM(I),M=new Ay(B),St=new aM(B,M),X=new SM(B,M,Ue,St),ht=new AM(B,X,M,St,Ue),rt=new wM(B,ae,Zt),st=new hM(Vt),ot=new zb(I,P,Kt,ae,St,st),_t=new ow(I,Vt),yt=new Gb,nt=new $b(Kt),O=new oM(I,P,bt,ht,p,l),pt=new Qb(I,ht,ae),Xt=new aw(B,Ue,ae,bt),it=new lM(B,Kt,Ue),wt=new MM(B,Kt,Ue),Ue.programs=ot.programs,I.capabilities=ae,I.extensions=Kt,I.properties=Vt,I.renderLists=yt,I.shadowMap=pt,I.state=bt,I.info=Ue}x!==ii&&(F=new EM(x,e.width,e.height,a,s,r));let ct=new rf(I,B);this.xr=ct,this.getContext=function(){return B},this.getContextAttributes=function(){return B.getContextAttributes()},this.forceContextLoss=function(){let A=Kt.get("WEBGL_lose_context");A&&A.loseContext()},this.forceContextRestore=function(){let A=Kt.get("WEBGL_lose_context");A&&A.restoreContext()},this.getPixelRatio=function(){return Mt},this.setPixelRatio=function(A){A!==void 0&&(Mt=A,this.setSize(xt,Et,!1))},this.getSize=function(A){return A.set(xt,Et)},this.setSize=function(A,k,j=!0){if(ct.isPresenting){Jt("WebGLRenderer: Can't change size while VR device is presenting.");return}xt=A,Et=k,e.width=Math.floor(A*Mt),e.height=Math.floor(k*Mt),j===!0&&(e.style.width=A+"px",e.style.height=k+"px"),F!==null&&F.setSize(e.width,e.height),this.setViewport(0,0,A,k)},this.getDrawingBufferSize=function(A){return A.set(xt*Mt,Et*Mt).floor()},this.setDrawingBufferSize=function(A,k,j){xt=A,Et=k,Mt=j,e.width=Math.floor(A*j),e.height=Math.floor(k*j),this.setViewport(0,0,A,k)},this.setEffects=function(A){if(x===ii){ee("WebGLRenderer: setEffects() requires outputBufferType set to HalfFloatType or FloatType.");return}if(A){for(let k=0;k<A.length;k++)if(A[k].isOutputPass===!0){Jt("WebGLRenderer: OutputPass is not needed in setEffects(). Tone mapping and color space conversion are applied automatically.");break}}F.setEffects(A||[])},this.getCurrentViewport=function(A){return A.copy(et)},this.getViewport=function(A){return A.copy(Wt)},this.setViewport=function(A,k,j,Y){A.isVector4?Wt.set(A.x,A.y,A.z,A.w):Wt.set(A,k,j,Y),bt.viewport(et.copy(Wt).multiplyScalar(on()).round())},this.getScissor=function(A){return A.copy(fe)},this.setScissor=function(A,k,j,Y){A.isVector4?fe.set(A.x,A.y,A.z,A.w):fe.set(A,k,j,Y),bt.scissor(dt.copy(fe).multiplyScalar(on()).round())},this.getScissorTest=function(){return he},this.setScissorTest=function(A){bt.setScissorTest(he=A)},this.setOpaqueSort=function(A){qt=A},this.setTransparentSort=function(A){oe=A},this.getClearColor=function(A){return A.copy(O.getClearColor())},this.setClearColor=function(){O.setClearColor(...arguments)},this.getClearAlpha=function(){return O.getClearAlpha()},this.setClearAlpha=function(){O.setClearAlpha(...arguments)},this.clear=function(A=!0,k=!0,j=!0){let Y=0;if(A){let Z=!1;if(lt!==null){let At=lt.texture.format;Z=m.has(At)}if(Z){let At=lt.texture.type,It=g.has(At),Tt=O.getClearColor(),Lt=O.getClearAlpha(),kt=Tt.r,ne=Tt.g,pe=Tt.b;It?(S[0]=kt,S[1]=ne,S[2]=pe,S[3]=Lt,B.clearBufferuiv(B.COLOR,0,S)):(E[0]=kt,E[1]=ne,E[2]=pe,E[3]=Lt,B.clearBufferiv(B.COLOR,0,E))}else Y|=B.COLOR_BUFFER_BIT}k&&(Y|=B.DEPTH_BUFFER_BIT,this.state.buffers.depth.setMask(!0)),j&&(Y|=B.STENCIL_BUFFER_BIT,this.state.buffers.stencil.setMask(4294967295)),Y!==0&&B.clear(Y)},this.clearColor=function(){this.clear(!0,!1,!1)},this.clearDepth=function(){this.clear(!1,!0,!1)},this.clearStencil=function(){this.clear(!1,!1,!0)},this.setNodesHandler=function(A){A.setRenderer(this),z=A},this.dispose=function(){e.removeEventListener("webglcontextlost",Bt,!1),e.removeEventListener("webglcontextrestored",te,!1),e.removeEventListener("webglcontextcreationerror",Rt,!1),O.dispose(),yt.dispose(),nt.dispose(),Zt.dispose(),Vt.dispose(),P.dispose(),ht.dispose(),X.dispose(),St.dispose(),Xt.dispose(),ot.dispose(),ct.dispose(),ct.removeEventListener("sessionstart",ll),ct.removeEventListener("sessionend",ki),as.stop()};function Bt(A){A.preventDefault(),na("WebGLRenderer: Context Lost."),D=!0}function te(){na("WebGLRenderer: Context Restored."),D=!1;let A=Ue.autoReset,k=pt.enabled,j=pt.autoUpdate,Y=pt.needsUpdate,Z=pt.type;Qt(),Ue.autoReset=A,pt.enabled=k,pt.autoUpdate=j,pt.needsUpdate=Y,pt.type=Z}function Rt(A){ee("WebGLRenderer: A WebGL context could not be created. Reason: ",A.statusMessage)}function ce(A){let k=A.target;k.removeEventListener("dispose",ce),ze(k)}function ze(A){kn(A),Vt.remove(A)}function kn(A){let k=Vt.get(A).programs;k!==void 0&&(k.forEach(function(j){ot.releaseProgram(j)}),A.isShaderMaterial&&ot.releaseShaderCache(A))}this.renderBufferDirect=function(A,k,j,Y,Z,At){k===null&&(k=fn);let It=Z.isMesh&&Z.matrixWorld.determinantAffine()<0,Tt=Uo(A,k,j,Y,Z);bt.setMaterial(Y,It);let Lt=j.index,kt=1;if(Y.wireframe===!0){if(Lt=X.getWireframeAttribute(j),Lt===void 0)return;kt=2}let ne=j.drawRange,pe=j.attributes.position,zt=ne.start*kt,me=(ne.start+ne.count)*kt;At!==null&&(zt=Math.max(zt,At.start*kt),me=Math.min(me,(At.start+At.count)*kt)),Lt!==null?(zt=Math.max(zt,0),me=Math.min(me,Lt.count)):pe!=null&&(zt=Math.max(zt,0),me=Math.min(me,pe.count));let $e=me-zt;if($e<0||$e===1/0)return;St.setup(Z,Y,Tt,j,Lt);let Pe,Ie=it;if(Lt!==null&&(Pe=M.get(Lt),Ie=wt,Ie.setIndex(Pe)),Z.isMesh)Y.wireframe===!0?(bt.setLineWidth(Y.wireframeLinewidth*on()),Ie.setMode(B.LINES)):Ie.setMode(B.TRIANGLES);else if(Z.isLine){let pn=Y.linewidth;pn===void 0&&(pn=1),bt.setLineWidth(pn*on()),Z.isLineSegments?Ie.setMode(B.LINES):Z.isLineLoop?Ie.setMode(B.LINE_LOOP):Ie.setMode(B.LINE_STRIP)}else Z.isPoints?Ie.setMode(B.POINTS):Z.isSprite&&Ie.setMode(B.TRIANGLES);if(Z.isBatchedMesh)if(Kt.get("WEBGL_multi_draw"))Ie.renderMultiDraw(Z._multiDrawStarts,Z._multiDrawCounts,Z._multiDrawCount);else{let pn=Z._multiDrawStarts,Ut=Z._multiDrawCounts,an=Z._multiDrawCount,xe=Lt?M.get(Lt).bytesPerElement:1,cs=Vt.get(Y).currentProgram.getUniforms();for(let ln=0;ln<an;ln++)cs.setValue(B,"_gl_DrawID",ln),Ie.render(pn[ln]/xe,Ut[ln])}else if(Z.isInstancedMesh)Ie.renderInstances(zt,$e,Z.count);else if(j.isInstancedBufferGeometry){let pn=j._maxInstanceCount!==void 0?j._maxInstanceCount:1/0,Ut=Math.min(j.instanceCount,pn);Ie.renderInstances(zt,$e,Ut)}else Ie.render(zt,$e)};function Lo(A,k,j,Y){z!==null&&A.isNodeMaterial&&z.setObject(Y,A),Be===!0&&st.setState(A,j,!1),A.transparent===!0&&A.side===Kn&&A.forceSinglePass===!1?(A.side=Jn,A.needsUpdate=!0,Vi(A,k,Y),A.side=Qi,A.needsUpdate=!0,Vi(A,k,Y),A.side=Kn):Vi(A,k,Y)}this.compile=function(A,k,j=null){j===null&&(j=A),z!==null&&z.renderStart(A,k,j),T=nt.get(j),T.init(k),w.push(T),j.traverseVisible(function(Z){Z.isLight&&Z.layers.test(k.layers)&&(T.pushLight(Z),Z.castShadow&&T.pushShadow(Z))}),A!==j&&A.traverseVisible(function(Z){Z.isLight&&Z.layers.test(k.layers)&&(T.pushLight(Z),Z.castShadow&&T.pushShadow(Z))}),T.setupLights(),z!==null&&z.updateLights(T.state.lightsArray),rn=this.localClippingEnabled,Be=st.init(this.clippingPlanes,rn),Be===!0&&st.setGlobalState(this.clippingPlanes,k),z!==null&&pt.render(T.state.shadowsArray,j,k);let Y=new Set;return A.traverse(function(Z){if(!(Z.isMesh||Z.isPoints||Z.isLine||Z.isSprite))return;let At=Z.material;if(At)if(Array.isArray(At))for(let It=0;It<At.length;It++){let Tt=At[It];Lo(Tt,j,k,Z),Y.add(Tt)}else Lo(At,j,k,Z),Y.add(At)}),T=w.pop(),z!==null&&z.renderEnd(),Y},this.compileAsync=function(A,k,j=null){let Y=this.compile(A,k,j);return new Promise(Z=>{function At(){if(Y.forEach(function(It){let Lt=Vt.get(It).currentProgram;(Lt===void 0||Lt.isReady())&&Y.delete(It)}),Y.size===0){Z(A);return}setTimeout(At,10)}Kt.get("KHR_parallel_shader_compile")!==null?At():setTimeout(At,10)})};let wr=null;function yu(A){wr&&wr(A)}function ll(){as.stop()}function ki(){as.start()}let as=new xg;as.setAnimationLoop(yu),typeof self<"u"&&as.setContext(self),this.setAnimationLoop=function(A){wr=A,ct.setAnimationLoop(A),A===null?as.stop():as.start()},ct.addEventListener("sessionstart",ll),ct.addEventListener("sessionend",ki),this.render=function(A,k){if(k!==void 0&&k.isCamera!==!0){ee("WebGLRenderer.render: camera is not an instance of THREE.Camera.");return}if(D===!0)return;z!==null&&z.renderStart(A,k);let j=ct.enabled===!0&&ct.isPresenting===!0,Y=F!==null&&(lt===null||j)&&F.begin(I,lt);if(A.matrixWorldAutoUpdate===!0&&A.updateMatrixWorld(),k.parent===null&&k.matrixWorldAutoUpdate===!0&&k.updateMatrixWorld(),ct.enabled===!0&&ct.isPresenting===!0&&(F===null||F.isCompositing()===!1)&&(ct.cameraAutoUpdate===!0&&ct.updateCamera(k),k=ct.getCamera()),A.isScene===!0&&A.onBeforeRender(I,A,k,lt),T=nt.get(A,w.length),T.init(k),T.state.textureUnits=Zt.getTextureUnits(),w.push(T),De.multiplyMatrices(k.projectionMatrix,k.matrixWorldInverse),k.isArrayCamera?Xe.setFromArrayCamera(k):se.setFromProjectionMatrix(De,vi,k.reversedDepth),rn=this.localClippingEnabled,Be=st.init(this.clippingPlanes,rn),R=yt.get(A,_.length),R.init(),_.push(R),this.info.render.frame++,ct.enabled===!0&&ct.isPresenting===!0){let It=I.xr.getDepthSensingMesh();It!==null&&ls(It,k,-1/0,I.sortObjects)}ls(A,k,0,I.sortObjects),R.finish(),z!==null&&z.updateLights(T.state.lightsArray),I.sortObjects===!0&&R.sort(qt,oe),Je=ct.enabled===!1||ct.isPresenting===!1||ct.hasDepthSensing()===!1,Je&&O.addToRenderList(R,A),this.info.autoReset===!0&&this.info.reset(),Be===!0&&st.beginShadows();let Z=T.state.shadowsArray;if(pt.render(Z,A,k),Be===!0&&st.endShadows(),(Y&&F.hasRenderPass())===!1){let It=R.opaque,Tt=R.transmissive;if(T.setupLights(),k.isArrayCamera){let Lt=k.cameras;if(Tt.length>0)for(let kt=0,ne=Lt.length;kt<ne;kt++){let pe=Lt[kt];Ri(It,Tt,A,pe)}Je&&O.render(A);for(let kt=0,ne=Lt.length;kt<ne;kt++){let pe=Lt[kt];Do(R,A,pe,pe.viewport)}}else Tt.length>0&&Ri(It,Tt,A,k),Je&&O.render(A),Do(R,A,k)}lt!==null&&G===0&&(Zt.updateMultisampleRenderTarget(lt),Zt.updateRenderTargetMipmap(lt)),Y&&F.end(I),A.isScene===!0&&A.onAfterRender(I,A,k),St.resetDefaultState(),$=-1,K=null,w.pop(),w.length>0?(T=w[w.length-1],Zt.setTextureUnits(T.state.textureUnits),Be===!0&&st.setGlobalState(I.clippingPlanes,T.state.camera)):T=null,_.pop(),_.length>0?R=_[_.length-1]:R=null,z!==null&&z.renderEnd()};function ls(A,k,j,Y){if(A.visible===!1)return;if(A.layers.test(k.layers)){if(A.isGroup)j=A.renderOrder;else if(A.isLOD)A.autoUpdate===!0&&A.update(k);else if(A.isLight)T.pushLight(A),A.castShadow&&T.pushShadow(A);else if(A.isSprite){let It=k.isArrayCamera?Xe:se;if(!A.frustumCulled||A.intersectsFrustum(It)){Y&&Se.setFromMatrixPosition(A.matrixWorld).applyMatrix4(De);let Tt=ht.update(A),Lt=A.material;Lt.visible&&R.push(A,Tt,Lt,j,Se.z,null,k)}}else if(A.isMesh||A.isLine||A.isPoints){let It=k.isArrayCamera?Xe:se;if(!A.frustumCulled||A.intersectsFrustum(It)){let Tt=ht.update(A),Lt=A.material;if(Y&&(A.boundingSphere!==void 0?(A.boundingSphere===null&&A.computeBoundingSphere(),Se.copy(A.boundingSphere.center)):(Tt.boundingSphere===null&&Tt.computeBoundingSphere(),Se.copy(Tt.boundingSphere.center)),Se.applyMatrix4(A.matrixWorld).applyMatrix4(De)),Array.isArray(Lt)){let kt=Tt.groups;for(let ne=0,pe=kt.length;ne<pe;ne++){let zt=kt[ne],me=Lt[zt.materialIndex];me&&me.visible&&R.push(A,Tt,me,j,Se.z,zt,k)}}else Lt.visible&&R.push(A,Tt,Lt,j,Se.z,null,k)}}}let At=A.children;for(let It=0,Tt=At.length;It<Tt;It++)ls(At[It],k,j,Y)}function Do(A,k,j,Y){let{opaque:Z,transmissive:At,transparent:It}=A;T.setupLightsView(j),Be===!0&&st.setGlobalState(I.clippingPlanes,j),Y&&bt.viewport(et.copy(Y)),Z.length>0&&Ke(Z,k,j),At.length>0&&Ke(At,k,j),It.length>0&&Ke(It,k,j),bt.buffers.depth.setTest(!0),bt.buffers.depth.setMask(!0),bt.buffers.color.setMask(!0),bt.setPolygonOffset(!1)}function Ri(A,k,j,Y){if((j.isScene===!0?j.overrideMaterial:null)!==null)return;if(T.state.transmissionRenderTarget[Y.id]===void 0){let zt=Kt.has("EXT_color_buffer_half_float")||Kt.has("EXT_color_buffer_float");T.state.transmissionRenderTarget[Y.id]=new di(1,1,{generateMipmaps:!0,type:zt?Ui:ii,minFilter:bs,samples:Math.max(4,ae.samples),stencilBuffer:r,resolveDepthBuffer:!1,resolveStencilBuffer:!1,storeMultisampledDepthBuffer:!1,storeMultisampledStencilBuffer:!1,colorSpace:_e.workingColorSpace})}let At=T.state.transmissionRenderTarget[Y.id],It=Y.viewport||et;At.setSize(It.z*I.transmissionResolutionScale,It.w*I.transmissionResolutionScale);let Tt=I.getRenderTarget(),Lt=I.getActiveCubeFace(),kt=I.getActiveMipmapLevel();I.setRenderTarget(At),I.getClearColor(tt),mt=I.getClearAlpha(),mt<1&&I.setClearColor(16777215,.5),I.clear(),Je&&O.render(j);let ne=I.toneMapping;I.toneMapping=ts;let pe=Y.viewport;if(Y.viewport!==void 0&&(Y.viewport=void 0),T.setupLightsView(Y),Be===!0&&st.setGlobalState(I.clippingPlanes,Y),Ke(A,j,Y),Zt.updateMultisampleRenderTarget(At),Zt.updateRenderTargetMipmap(At),Kt.has("WEBGL_multisampled_render_to_texture")===!1){let zt=!1;for(let me=0,$e=k.length;me<$e;me++){let Pe=k[me],{object:Ie,geometry:pn,material:Ut,group:an}=Pe;if(Ut.side===Kn&&Ie.layers.test(Y.layers)){let xe=Ut.side;Ut.side=Jn,Ut.needsUpdate=!0,nn(Ie,j,Y,pn,Ut,an),Ut.side=xe,Ut.needsUpdate=!0,zt=!0}}zt===!0&&(Zt.updateMultisampleRenderTarget(At),Zt.updateRenderTargetMipmap(At))}I.setRenderTarget(Tt,Lt,kt),I.setClearColor(tt,mt),pe!==void 0&&(Y.viewport=pe),I.toneMapping=ne}function Ke(A,k,j){let Y=k.isScene===!0?k.overrideMaterial:null;for(let Z=0,At=A.length;Z<At;Z++){let It=A[Z],{object:Tt,geometry:Lt,group:kt}=It,ne=It.material;ne.allowOverride===!0&&Y!==null&&(ne=Y),Tt.layers.test(j.layers)&&nn(Tt,k,j,Lt,ne,kt)}}function nn(A,k,j,Y,Z,At){z!==null&&Z.isNodeMaterial&&z.setObject(A,Z),A.onBeforeRender(I,k,j,Y,Z,At),A.modelViewMatrix.multiplyMatrices(j.matrixWorldInverse,A.matrixWorld),A.normalMatrix.getNormalMatrix(A.modelViewMatrix),Z.onBeforeRender(I,k,j,Y,A,At),Z.transparent===!0&&Z.side===Kn&&Z.forceSinglePass===!1?(Z.side=Jn,Z.needsUpdate=!0,I.renderBufferDirect(j,k,Y,Z,A,At),Z.side=Qi,Z.needsUpdate=!0,I.renderBufferDirect(j,k,Y,Z,A,At),Z.side=Kn):I.renderBufferDirect(j,k,Y,Z,A,At),A.onAfterRender(I,k,j,Y,Z,At)}function sn(A){let k=0;for(let j of A)j.texture!==null&&k++;return k}function Vi(A,k,j){k.isScene!==!0&&(k=fn);let Y=Vt.get(A),Z=T.state.lights,At=T.state.shadowsArray,It=Z.state.version,Tt=ot.getParameters(A,Z.state,At,k,j,T.state.lightProbeGridArray),Lt=ot.getProgramCacheKey(Tt),kt=Y.programs;Y.environment=A.isMeshStandardMaterial||A.isMeshLambertMaterial||A.isMeshPhongMaterial?k.environment:null,Y.fog=k.fog;let ne=A.isMeshStandardMaterial||A.isMeshLambertMaterial&&!A.envMap||A.isMeshPhongMaterial&&!A.envMap;Y.envMap=P.get(A.envMap||Y.environment,ne),Y.envMapRotation=Y.environment!==null&&A.envMap===null?k.environmentRotation:A.envMapRotation,kt===void 0&&(A.addEventListener("dispose",ce),kt=new Map,Y.programs=kt,Y.programVariants=new Map);let pe=kt.get(Lt);if(pe!==void 0){if(Y.currentProgram===pe&&Y.lightsStateVersion===It)return No(A,Tt),pe}else Tt.uniforms=ot.getUniforms(A),z!==null&&A.isNodeMaterial&&z.build(A,j,Tt),A.onBeforeCompile(Tt,I),pe=ot.acquireProgram(Tt,Lt),kt.set(Lt,pe),Y.uniforms=Tt.uniforms;let zt=Y.uniforms;return(!A.isShaderMaterial&&!A.isRawShaderMaterial||A.clipping===!0)&&(zt.clippingPlanes=st.uniform),No(A,Tt),Y.needsLights=Cs(A),Y.lightsStateVersion=It,Y.needsLights&&(zt.ambientLightColor.value=Z.state.ambient,zt.lightProbe.value=Z.state.probe,zt.sunLights.value=Z.state.sun,zt.sunLightShadows.value=Z.state.sunShadow,zt.directionalLights.value=Z.state.directional,zt.directionalLightShadows.value=Z.state.directionalShadow,zt.spotLights.value=Z.state.spot,zt.spotLightShadows.value=Z.state.spotShadow,zt.rectAreaLights.value=Z.state.rectArea,zt.ltc_1.value=Z.state.rectAreaLTC1,zt.ltc_2.value=Z.state.rectAreaLTC2,zt.pointLights.value=Z.state.point,zt.pointLightShadows.value=Z.state.pointShadow,zt.hemisphereLights.value=Z.state.hemi,zt.sunShadowMatrix.value=Z.state.sunShadowMatrix,zt.sunShadowCascade.value=Z.state.sunShadowCascade,zt.directionalShadowMatrix.value=Z.state.directionalShadowMatrix,zt.spotLightMatrix.value=Z.state.spotLightMatrix,zt.spotLightMap.value=Z.state.spotLightMap,zt.pointShadowMatrix.value=Z.state.pointShadowMatrix),Y.numLightProbeGrids=sn(T.state.lightProbeGridArray),Y.currentProgram=pe,Y.uniformsList=null,pe}function si(A,k,j,Y,Z){let At=Vt.get(A),It=At.currentProgram.id+","+Y+","+Z,Tt=At.programVariants.get(It);return Tt===void 0?(Tt=Vi(A,k,j),At.programVariants.set(It,Tt)):(At.currentProgram=Tt,At.uniformsList=null,At.outputColorSpace=Y,At.toneMapping=Z),Tt}function Rs(A){if(A.uniformsList===null){let k=A.currentProgram.getUniforms();A.uniformsList=mo.seqWithValue(k.seq,A.uniforms)}return A.uniformsList}function No(A,k){let j=Vt.get(A);j.outputColorSpace=k.outputColorSpace,j.batching=k.batching,j.batchingColor=k.batchingColor,j.instancing=k.instancing,j.instancingColor=k.instancingColor,j.instancingMorph=k.instancingMorph,j.skinning=k.skinning,j.morphTargets=k.morphTargets,j.morphNormals=k.morphNormals,j.morphColors=k.morphColors,j.morphTargetsCount=k.morphTargetsCount,j.numClippingPlanes=k.numClippingPlanes,j.numIntersection=k.numClipIntersection,j.vertexAlphas=k.vertexAlphas,j.vertexTangents=k.vertexTangents,j.toneMapping=k.toneMapping}function Uo(A,k,j,Y,Z){k.isScene!==!0&&(k=fn),Zt.resetTextureUnits();let At=k.fog,It=Y.isMeshStandardMaterial||Y.isMeshLambertMaterial||Y.isMeshPhongMaterial?k.environment:null,Tt=lt===null?I.outputColorSpace:lt.isXRRenderTarget===!0?lt.texture.colorSpace:_e.workingColorSpace,Lt=Y.isMeshStandardMaterial||Y.isMeshLambertMaterial&&!Y.envMap||Y.isMeshPhongMaterial&&!Y.envMap,kt=P.get(Y.envMap||It,Lt),ne=Y.vertexColors===!0&&!!j.attributes.color&&j.attributes.color.itemSize===4,pe=!!j.attributes.tangent&&(!!Y.normalMap||Y.anisotropy>0),zt=!!j.morphAttributes.position,me=!!j.morphAttributes.normal,$e=!!j.morphAttributes.color,Pe=ts;Y.toneMapped&&(lt===null||lt.isXRRenderTarget===!0)&&(Pe=I.toneMapping);let Ie=j.morphAttributes.position||j.morphAttributes.normal||j.morphAttributes.color,pn=Ie!==void 0?Ie.length:0,Ut=Vt.get(Y),an=T.state.lights;if(Be===!0&&(rn===!0||A!==K)){let Le=A===K&&Y.id===$;st.setState(Y,A,Le)}let xe=!1,cs=!1;Y.version===Ut.__version?Ut.needsLights&&Ut.lightsStateVersion!==an.state.version||Z.isBatchedMesh&&Ut.batching===!1||!Z.isBatchedMesh&&Ut.batching===!0||Z.isBatchedMesh&&Ut.batchingColor===!0&&Z._colorsTexture===null||Z.isBatchedMesh&&Ut.batchingColor===!1&&Z._colorsTexture!==null||Z.isInstancedMesh&&Ut.instancing===!1||!Z.isInstancedMesh&&Ut.instancing===!0||Z.isSkinnedMesh&&Ut.skinning===!1||!Z.isSkinnedMesh&&Ut.skinning===!0||Z.isInstancedMesh&&Ut.instancingColor===!0&&Z.instanceColor===null||Z.isInstancedMesh&&Ut.instancingColor===!1&&Z.instanceColor!==null||Z.isInstancedMesh&&Ut.instancingMorph===!0&&Z.morphTexture===null||Z.isInstancedMesh&&Ut.instancingMorph===!1&&Z.morphTexture!==null||Ut.envMap!==kt||Y.fog===!0&&Ut.fog!==At||Ut.numClippingPlanes!==void 0&&(Ut.numClippingPlanes!==st.numPlanes||Ut.numIntersection!==st.numIntersection)||Ut.vertexAlphas!==ne||Ut.vertexTangents!==pe||Ut.morphTargets!==zt||Ut.morphNormals!==me||Ut.morphColors!==$e||Ut.morphTargetsCount!==pn||Ut.numLightProbeGrids!==sn(T.state.lightProbeGridArray)?xe=!0:(Ut.outputColorSpace!==Tt||Ut.toneMapping!==Pe)&&(cs=!0):(xe=!0,Ut.__version=Y.version);let ln=Ut.currentProgram;(xe===!0||cs===!0)&&(ln=cs===!0?si(Y,k,Z,Tt,Pe):Vi(Y,k,Z),z&&Y.isNodeMaterial&&z.onUpdateProgram(Y,ln,Ut));let Er=!1,Gi=!1,hs=!1,ue=ln.getUniforms(),je=Ut.uniforms;if(bt.useProgram(ln.program)&&(Er=!0,Gi=!0,hs=!0),Y.id!==$&&($=Y.id,Gi=!0),Er||K!==A){bt.buffers.depth.getReversed()&&A.reversedDepth!==!0&&(A._reversedDepth=!0,A.updateProjectionMatrix()),ue.setValue(B,"projectionMatrix",A.projectionMatrix),ue.setValue(B,"viewMatrix",A.matrixWorldInverse);let cn=ue.map.cameraPosition;cn!==void 0&&cn.setValue(B,Sn.setFromMatrixPosition(A.matrixWorld)),ae.logarithmicDepthBuffer&&ue.setValue(B,"logDepthBufFC",2/(Math.log(A.far+1)/Math.LN2)),(Y.isMeshPhongMaterial||Y.isMeshToonMaterial||Y.isMeshLambertMaterial||Y.isMeshBasicMaterial||Y.isMeshStandardMaterial||Y.isShaderMaterial)&&ue.setValue(B,"isOrthographic",A.isOrthographicCamera===!0),K!==A&&(K=A,Gi=!0,hs=!0)}if(Ut.needsLights&&(an.state.sunShadowMap.length>0&&ue.setValue(B,"sunShadowMap",an.state.sunShadowMap,Zt),an.state.directionalShadowMap.length>0&&ue.setValue(B,"directionalShadowMap",an.state.directionalShadowMap,Zt),an.state.spotShadowMap.length>0&&ue.setValue(B,"spotShadowMap",an.state.spotShadowMap,Zt),an.state.pointShadowMap.length>0&&ue.setValue(B,"pointShadowMap",an.state.pointShadowMap,Zt)),Z.isSkinnedMesh){ue.setOptional(B,Z,"bindMatrix"),ue.setOptional(B,Z,"bindMatrixInverse");let Le=Z.skeleton;Le&&(Le.boneTexture===null&&Le.computeBoneTexture(),ue.setValue(B,"boneTexture",Le.boneTexture,Zt))}Z.isBatchedMesh&&(ue.setOptional(B,Z,"batchingTexture"),ue.setValue(B,"batchingTexture",Z._matricesTexture,Zt),ue.setOptional(B,Z,"batchingIdTexture"),ue.setValue(B,"batchingIdTexture",Z._indirectTexture,Zt),ue.setOptional(B,Z,"batchingColorTexture"),Z._colorsTexture!==null&&ue.setValue(B,"batchingColorTexture",Z._colorsTexture,Zt));let Vn=j.morphAttributes;if((Vn.position!==void 0||Vn.normal!==void 0||Vn.color!==void 0)&&rt.update(Z,j,ln),(Gi||Ut.receiveShadow!==Z.receiveShadow)&&(Ut.receiveShadow=Z.receiveShadow,ue.setValue(B,"receiveShadow",Z.receiveShadow)),(Y.isMeshStandardMaterial||Y.isMeshLambertMaterial||Y.isMeshPhongMaterial)&&Y.envMap===null&&k.environment!==null&&(je.envMapIntensity.value=k.environmentIntensity),je.dfgLUT!==void 0&&(je.dfgLUT.value=cw()),Gi){if(ue.setValue(B,"toneMappingExposure",I.toneMappingExposure),Ut.needsLights&&Ar(je,hs),At&&Y.fog===!0&&_t.refreshFogUniforms(je,At),_t.refreshMaterialUniforms(je,Y,Mt,Et,T.state.transmissionRenderTarget[A.id]),Ut.needsLights&&Ut.numLightProbeGrids>0){let Le=y,cn=0;for(let Nn of T.state.lightProbeGridArray)Nn.texture!==null&&(Le.textures[cn]=Nn.texture,Le.min[cn]=Nn.boundingBox.min,Le.max[cn]=Nn.boundingBox.max,Le.resolution[cn]=Nn.resolution,cn++);for(let Nn in Le)Le[Nn].length=cn;je.probesSH.value=Le.textures,je.probesMin.value=Le.min,je.probesMax.value=Le.max,je.probesResolution.value=Le.resolution}mo.upload(B,Rs(Ut),je,Zt)}if(Y.isShaderMaterial&&Y.uniformsNeedUpdate===!0&&(mo.upload(B,Rs(Ut),je,Zt),Y.uniformsNeedUpdate=!1),Y.isSpriteMaterial&&ue.setValue(B,"center",Z.center),ue.setValue(B,"modelViewMatrix",Z.modelViewMatrix),ue.setValue(B,"normalMatrix",Z.normalMatrix),ue.setValue(B,"modelMatrix",Z.matrixWorld),Y.uniformsGroups!==void 0){let Le=Y.uniformsGroups;for(let cn=0,Nn=Le.length;cn<Nn;cn++){let cl=Le[cn];Xt.update(cl,ln),Xt.bind(cl,ln)}}return ln}function Ar(A,k){A.ambientLightColor.needsUpdate=k,A.lightProbe.needsUpdate=k,A.sunLights.needsUpdate=k,A.sunLightShadows.needsUpdate=k,A.directionalLights.needsUpdate=k,A.directionalLightShadows.needsUpdate=k,A.pointLights.needsUpdate=k,A.pointLightShadows.needsUpdate=k,A.spotLights.needsUpdate=k,A.spotLightShadows.needsUpdate=k,A.rectAreaLights.needsUpdate=k,A.hemisphereLights.needsUpdate=k}function Cs(A){return A.isMeshLambertMaterial||A.isMeshToonMaterial||A.isMeshPhongMaterial||A.isMeshStandardMaterial||A.isShadowMaterial||A.isShaderMaterial&&A.lights===!0}this.getActiveCubeFace=function(){return q},this.getActiveMipmapLevel=function(){return G},this.getRenderTarget=function(){return lt},this.setRenderTargetTextures=function(A,k,j){let Y=Vt.get(A);Y.__autoAllocateDepthBuffer=A.resolveDepthBuffer===!1,Y.__autoAllocateDepthBuffer===!1&&(Y.__useRenderToTexture=!1),Vt.get(A.texture).__webglTexture=k,Vt.get(A.depthTexture).__webglTexture=Y.__autoAllocateDepthBuffer?void 0:j,Y.__hasExternalTextures=!0},this.setRenderTargetFramebuffer=function(A,k){let j=Vt.get(A);j.__webglFramebuffer=k,j.__useDefaultFramebuffer=k===void 0},this.setRenderTarget=function(A,k=0,j=0){lt=A,q=k,G=j;let Y=null,Z=!1,At=!1;if(A){let Tt=Vt.get(A);if(Tt.__useDefaultFramebuffer!==void 0){bt.bindFramebuffer(B.FRAMEBUFFER,Tt.__webglFramebuffer),et.copy(A.viewport),dt.copy(A.scissor),ut=A.scissorTest,bt.viewport(et),bt.scissor(dt),bt.setScissorTest(ut),$=-1;return}else if(Tt.__webglFramebuffer===void 0)Zt.setupRenderTarget(A);else if(Tt.__hasExternalTextures)Zt.rebindTextures(A,Vt.get(A.texture).__webglTexture,Vt.get(A.depthTexture).__webglTexture);else if(A.depthBuffer){let ne=A.depthTexture;if(Tt.__boundDepthTexture!==ne){if(ne!==null&&Vt.has(ne)&&(A.width!==ne.image.width||A.height!==ne.image.height))throw new Error("THREE.WebGLRenderer: Attached DepthTexture is initialized to the incorrect size.");Zt.setupDepthRenderbuffer(A)}}let Lt=A.texture;(Lt.isData3DTexture||Lt.isDataArrayTexture||Lt.isCompressedArrayTexture)&&(At=!0);let kt=Vt.get(A).__webglFramebuffer;A.isWebGLCubeRenderTarget?(Array.isArray(kt[k])?Y=kt[k][j]:Y=kt[k],Z=!0):A.samples>0&&Zt.useMultisampledRTT(A)===!1?Y=Vt.get(A).__webglMultisampledFramebuffer:Array.isArray(kt)?Y=kt[j]:Y=kt,et.copy(A.viewport),dt.copy(A.scissor),ut=A.scissorTest}else et.copy(Wt).multiplyScalar(Mt).floor(),dt.copy(fe).multiplyScalar(Mt).floor(),ut=he;if(j!==0&&(Y=V),bt.bindFramebuffer(B.FRAMEBUFFER,Y)&&bt.drawBuffers(A,Y),bt.viewport(et),bt.scissor(dt),bt.setScissorTest(ut),Z){let Tt=Vt.get(A.texture);B.framebufferTexture2D(B.FRAMEBUFFER,B.COLOR_ATTACHMENT0,B.TEXTURE_CUBE_MAP_POSITIVE_X+k,Tt.__webglTexture,j)}else if(At){let Tt=k;for(let Lt=0;Lt<A.textures.length;Lt++){let kt=Vt.get(A.textures[Lt]);B.framebufferTextureLayer(B.FRAMEBUFFER,B.COLOR_ATTACHMENT0+Lt,kt.__webglTexture,j,Tt)}}else if(A!==null&&j!==0){let Tt=Vt.get(A.texture);B.framebufferTexture2D(B.FRAMEBUFFER,B.COLOR_ATTACHMENT0,B.TEXTURE_2D,Tt.__webglTexture,j)}$=-1};function Tr(A){let k=Vt.get(A);return(k.__readFormat!==A.format||k.__readType!==A.type)&&(k.__readFormat=A.format,k.__readType=A.type,k.__formatReadable=ae.textureFormatReadable(A.format),k.__typeReadable=ae.textureTypeReadable(A.type)),k}this.readRenderTargetPixels=function(A,k,j,Y,Z,At,It,Tt=0){if(!(A&&A.isWebGLRenderTarget)){ee("WebGLRenderer.readRenderTargetPixels: renderTarget is not THREE.WebGLRenderTarget.");return}let Lt=Vt.get(A).__webglFramebuffer;if(A.isWebGLCubeRenderTarget&&It!==void 0&&(Lt=Lt[It],Array.isArray(Lt)&&(Lt=Lt[0])),Lt){bt.bindFramebuffer(B.FRAMEBUFFER,Lt);try{let kt=A.textures[Tt],ne=kt.format,pe=kt.type;A.textures.length>1&&B.readBuffer(B.COLOR_ATTACHMENT0+Tt);let zt=Tr(kt);if(zt.__formatReadable===!1){ee("WebGLRenderer.readRenderTargetPixels: renderTarget is not in RGBA or implementation defined format.");return}if(zt.__typeReadable===!1){ee("WebGLRenderer.readRenderTargetPixels: renderTarget is not in UnsignedByteType or implementation defined type.");return}k>=0&&k<=A.width-Y&&j>=0&&j<=A.height-Z&&B.readPixels(k,j,Y,Z,gt.convert(ne),gt.convert(pe),At)}finally{let kt=lt!==null?Vt.get(lt).__webglFramebuffer:null;bt.bindFramebuffer(B.FRAMEBUFFER,kt)}}},this.readRenderTargetPixelsAsync=async function(A,k,j,Y,Z,At,It,Tt=0){if(!(A&&A.isWebGLRenderTarget))throw new Error("THREE.WebGLRenderer.readRenderTargetPixels: renderTarget is not THREE.WebGLRenderTarget.");let Lt=Vt.get(A).__webglFramebuffer;if(A.isWebGLCubeRenderTarget&&It!==void 0&&(Lt=Lt[It],Array.isArray(Lt)&&(Lt=Lt[0])),Lt)if(k>=0&&k<=A.width-Y&&j>=0&&j<=A.height-Z){bt.bindFramebuffer(B.FRAMEBUFFER,Lt);let kt=A.textures[Tt],ne=kt.format,pe=kt.type;A.textures.length>1&&B.readBuffer(B.COLOR_ATTACHMENT0+Tt);let zt=Tr(kt);if(zt.__formatReadable===!1)throw new Error("THREE.WebGLRenderer.readRenderTargetPixelsAsync: renderTarget is not in RGBA or implementation defined format.");if(zt.__typeReadable===!1)throw new Error("THREE.WebGLRenderer.readRenderTargetPixelsAsync: renderTarget is not in UnsignedByteType or implementation defined type.");let me=B.createBuffer();B.bindBuffer(B.PIXEL_PACK_BUFFER,me),B.bufferData(B.PIXEL_PACK_BUFFER,At.byteLength,B.STREAM_READ),B.readPixels(k,j,Y,Z,gt.convert(ne),gt.convert(pe),0),B.bindBuffer(B.PIXEL_PACK_BUFFER,null);let $e=lt!==null?Vt.get(lt).__webglFramebuffer:null;bt.bindFramebuffer(B.FRAMEBUFFER,$e);let Pe=B.fenceSync(B.SYNC_GPU_COMMANDS_COMPLETE,0);return B.flush(),await qm(B,Pe,4),B.bindBuffer(B.PIXEL_PACK_BUFFER,me),B.getBufferSubData(B.PIXEL_PACK_BUFFER,0,At),B.bindBuffer(B.PIXEL_PACK_BUFFER,null),B.deleteBuffer(me),B.deleteSync(Pe),At}else throw new Error("THREE.WebGLRenderer.readRenderTargetPixelsAsync: requested read bounds are out of range.")},this.copyFramebufferToTexture=function(A,k=null,j=0){let Y=Math.pow(2,-j),Z=Math.floor(A.image.width*Y),At=Math.floor(A.image.height*Y),It=k!==null?k.x:0,Tt=k!==null?k.y:0;Zt.setTexture2D(A,0),B.copyTexSubImage2D(B.TEXTURE_2D,j,0,0,It,Tt,Z,At),bt.unbindTexture()},this.copyTextureToTexture=function(A,k,j=null,Y=null,Z=0,At=0){let It,Tt,Lt,kt,ne,pe,zt,me,$e,Pe=A.isCompressedTexture?A.mipmaps[At]:A.image;if(j!==null)It=j.max.x-j.min.x,Tt=j.max.y-j.min.y,Lt=j.isBox3?j.max.z-j.min.z:1,kt=j.min.x,ne=j.min.y,pe=j.isBox3?j.min.z:0;else{let ue=Math.pow(2,-Z);It=Math.floor(Pe.width*ue),Tt=Math.floor(Pe.height*ue),A.isDataArrayTexture?Lt=Pe.depth:A.isData3DTexture?Lt=Math.floor(Pe.depth*ue):Lt=1,kt=0,ne=0,pe=0}Y!==null?(zt=Y.x,me=Y.y,$e=Y.z):(zt=0,me=0,$e=0);let Ie=gt.convert(k.format),pn=gt.convert(k.type),Ut;k.isData3DTexture?(Zt.setTexture3D(k,0),Ut=B.TEXTURE_3D):k.isDataArrayTexture||k.isCompressedArrayTexture?(Zt.setTexture2DArray(k,0),Ut=B.TEXTURE_2D_ARRAY):(Zt.setTexture2D(k,0),Ut=B.TEXTURE_2D),bt.activeTexture(B.TEXTURE0),bt.pixelStorei(B.UNPACK_FLIP_Y_WEBGL,k.flipY),bt.pixelStorei(B.UNPACK_PREMULTIPLY_ALPHA_WEBGL,k.premultiplyAlpha),bt.pixelStorei(B.UNPACK_ALIGNMENT,k.unpackAlignment);let an=bt.getParameter(B.UNPACK_ROW_LENGTH),xe=bt.getParameter(B.UNPACK_IMAGE_HEIGHT),cs=bt.getParameter(B.UNPACK_SKIP_PIXELS),ln=bt.getParameter(B.UNPACK_SKIP_ROWS),Er=bt.getParameter(B.UNPACK_SKIP_IMAGES);bt.pixelStorei(B.UNPACK_ROW_LENGTH,Pe.width),bt.pixelStorei(B.UNPACK_IMAGE_HEIGHT,Pe.height),bt.pixelStorei(B.UNPACK_SKIP_PIXELS,kt),bt.pixelStorei(B.UNPACK_SKIP_ROWS,ne),bt.pixelStorei(B.UNPACK_SKIP_IMAGES,pe);let Gi=A.isDataArrayTexture||A.isData3DTexture,hs=k.isDataArrayTexture||k.isData3DTexture;if(A.isDepthTexture){let ue=Vt.get(A),je=Vt.get(k),Vn=Vt.get(ue.__renderTarget),Le=Vt.get(je.__renderTarget);bt.bindFramebuffer(B.READ_FRAMEBUFFER,Vn.__webglFramebuffer),bt.bindFramebuffer(B.DRAW_FRAMEBUFFER,Le.__webglFramebuffer);for(let cn=0;cn<Lt;cn++)Gi&&(B.framebufferTextureLayer(B.READ_FRAMEBUFFER,B.COLOR_ATTACHMENT0,Vt.get(A).__webglTexture,Z,pe+cn),B.framebufferTextureLayer(B.DRAW_FRAMEBUFFER,B.COLOR_ATTACHMENT0,Vt.get(k).__webglTexture,At,$e+cn)),B.blitFramebuffer(kt,ne,kt+It,ne+Tt,zt,me,zt+It,me+Tt,B.DEPTH_BUFFER_BIT,B.NEAREST);bt.bindFramebuffer(B.READ_FRAMEBUFFER,null),bt.bindFramebuffer(B.DRAW_FRAMEBUFFER,null)}else if(Z!==0||A.isRenderTargetTexture||Vt.has(A)){let ue=Vt.get(A),je=Vt.get(k);bt.bindFramebuffer(B.READ_FRAMEBUFFER,N),bt.bindFramebuffer(B.DRAW_FRAMEBUFFER,H);for(let Vn=0;Vn<Lt;Vn++)Gi?B.framebufferTextureLayer(B.READ_FRAMEBUFFER,B.COLOR_ATTACHMENT0,ue.__webglTexture,Z,pe+Vn):B.framebufferTexture2D(B.READ_FRAMEBUFFER,B.COLOR_ATTACHMENT0,B.TEXTURE_2D,ue.__webglTexture,Z),hs?B.framebufferTextureLayer(B.DRAW_FRAMEBUFFER,B.COLOR_ATTACHMENT0,je.__webglTexture,At,$e+Vn):B.framebufferTexture2D(B.DRAW_FRAMEBUFFER,B.COLOR_ATTACHMENT0,B.TEXTURE_2D,je.__webglTexture,At),Z!==0?B.blitFramebuffer(kt,ne,kt+It,ne+Tt,zt,me,zt+It,me+Tt,B.COLOR_BUFFER_BIT,B.NEAREST):hs?B.copyTexSubImage3D(Ut,At,zt,me,$e+Vn,kt,ne,It,Tt):B.copyTexSubImage2D(Ut,At,zt,me,kt,ne,It,Tt);bt.bindFramebuffer(B.READ_FRAMEBUFFER,null),bt.bindFramebuffer(B.DRAW_FRAMEBUFFER,null)}else hs?A.isDataTexture||A.isData3DTexture?B.texSubImage3D(Ut,At,zt,me,$e,It,Tt,Lt,Ie,pn,Pe.data):k.isCompressedArrayTexture?B.compressedTexSubImage3D(Ut,At,zt,me,$e,It,Tt,Lt,Ie,Pe.data):B.texSubImage3D(Ut,At,zt,me,$e,It,Tt,Lt,Ie,pn,Pe):A.isDataTexture?B.texSubImage2D(B.TEXTURE_2D,At,zt,me,It,Tt,Ie,pn,Pe.data):A.isCompressedTexture?B.compressedTexSubImage2D(B.TEXTURE_2D,At,zt,me,Pe.width,Pe.height,Ie,Pe.data):B.texSubImage2D(B.TEXTURE_2D,At,zt,me,It,Tt,Ie,pn,Pe);bt.pixelStorei(B.UNPACK_ROW_LENGTH,an),bt.pixelStorei(B.UNPACK_IMAGE_HEIGHT,xe),bt.pixelStorei(B.UNPACK_SKIP_PIXELS,cs),bt.pixelStorei(B.UNPACK_SKIP_ROWS,ln),bt.pixelStorei(B.UNPACK_SKIP_IMAGES,Er),At===0&&k.generateMipmaps===!0&&k.mipmapsAutoUpdate===!0&&B.generateMipmap(Ut),bt.unbindTexture()},this.initRenderTarget=function(A){Vt.get(A).__webglFramebuffer===void 0&&Zt.setupRenderTarget(A)},this.initTexture=function(A){A.isCubeTexture?Zt.setTextureCube(A,0):A.isData3DTexture?Zt.setTexture3D(A,0):A.isDataArrayTexture||A.isCompressedArrayTexture?Zt.setTexture2DArray(A,0):Zt.setTexture2D(A,0),bt.unbindTexture()},this.resetState=function(){q=0,G=0,lt=null,bt.reset(),St.reset()},typeof __THREE_DEVTOOLS__<"u"&&__THREE_DEVTOOLS__.dispatchEvent(new CustomEvent("observe",{detail:this}))}get coordinateSystem(){return vi}get outputColorSpace(){return this._outputColorSpace}set outputColorSpace(t){this._outputColorSpace=t;let e=this.getContext();e.drawingBufferColorSpace=_e._getDrawingBufferColorSpace(t),e.unpackColorSpace=_e._getUnpackColorSpace()}};var hw=30,uw='600 12px system-ui, -apple-system, "Segoe UI", Roboto, "DejaVu Sans", sans-serif',xh=15,dw=5,yh=4,vh=class{constructor(t){this.picture=t,this.canvas=document.createElement("canvas"),this.canvas.className="numbers",this.canvas.setAttribute("aria-hidden","true"),t.after(this.canvas),this.context=this.canvas.getContext("2d"),this.items=[],this.placed=[]}clear(){this.items.length=0}add(t,e,n,s){this.items.push({origin:t.clone(),tip:t.clone().add(e),length:e.length(),text:n,colour:s})}draw(t,{ink:e,plain:n}){if(!this.items.length&&!this.placed.length)return;let{canvas:s,context:r,picture:o}=this,[a,l]=[o.clientWidth,o.clientHeight],c=Math.min(3,window.devicePixelRatio);(s.width!==Math.round(a*c)||s.height!==Math.round(l*c))&&Object.assign(s,{width:Math.round(a*c),height:Math.round(l*c)}),r.setTransform(c,0,0,c,0,0),r.clearRect(0,0,a,l),Object.assign(r,{font:uw,textAlign:"center",textBaseline:"middle",lineJoin:"round",lineWidth:4,strokeStyle:n}),this.placed=[];let h=new C,u=f=>(h.copy(f).project(t),h.z>-1&&h.z<1?[(h.x+1)/2*a,(1-h.y)/2*l]:null),d=new $t(e).getHSL({}).l>.5;for(let f of this.items.sort((p,x)=>x.length-p.length)){if(this.placed.length===hw)break;let[p,x]=[u(f.origin),u(f.tip)];if(!p||!x)continue;let m=this.free(p,x,r.measureText(f.text).width,a,l);m&&(this.placed.push({...m,text:f.text}),r.fillStyle=`#${f.colour.clone().lerp(new $t(e),d?.55:.25).getHexString()}`,r.strokeText(f.text,m.x,m.y),r.fillText(f.text,m.x,m.y))}}free(t,e,n,s,r){let[o,a]=[e[0]-t[0],e[1]-t[1]],l=Math.hypot(o,a),[c,h]=l>1?[o/l,a/l]:[1,0],u=(m,[g,S])=>{let E=dw+.5*(Math.abs(g)*n+Math.abs(S)*xh);return{x:m[0]+E*g,y:m[1]+E*S,wide:n}},d=[t[0]+.6*o,t[1]+.6*a],f=[u(e,[c,h]),u(d,[-h,c]),u(d,[h,-c]),u(e,[-h,c]),u(e,[h,-c]),u(t,[-c,-h])],p=({x:m,y:g})=>m-n/2>yh&&m+n/2<s-yh&&g-xh/2>yh&&g+xh/2<r-yh,x=({x:m,y:g})=>this.placed.every(S=>Math.abs(m-S.x)>.5*(n+S.wide)+3||Math.abs(g-S.y)>xh);return f.find(m=>p(m)&&x(m))??null}};function qa(i,t,e=document.createElement("canvas")){(e.width!==i.width||e.height!==i.height)&&Object.assign(e,{width:i.width,height:i.height});let n=e.getContext("2d");for(let s of[i,t.canvas])s.width&&s.height&&n.drawImage(s,0,0,e.width,e.height);return e}var of="dalembert page";function Sh({player:i,stage:t,plots:e,live:n,themeName:s}){let{rig:r}=t,o={azimuth:r.azimuth,elevation:r.elevation,height:r.height,target:r.target.toArray(),isParallel:r.isParallel,isFlat:r.isFlat,isTouched:r.isTouched};n?.writeNow(),sessionStorage.setItem(of,JSON.stringify({t:i.t,playing:i.playing,speed:i.speed,view:t.view,camera:o,toggles:t.toggles,names:e.names,theme:s,scroll:document.getElementById("side").scrollTop}))}function Mh(i){let t=sessionStorage.getItem(of);if(sessionStorage.removeItem(of),!t)return;let e=JSON.parse(t),{stage:n}=i,{target:s,...r}=e.camera;Object.assign(n.toggles,e.toggles),r.isTouched?(n.view=e.view,Object.assign(n.rig,r),n.rig.target.fromArray(s),n.rig.update()):n.see(e.view),e.theme!==i.themeName&&i.theme(e.theme),i.plots.addAll(e.names.filter(o=>!i.plots.names.includes(o)));for(let o of i.plots.names)e.names.includes(o)||i.plots.remove(o);i.speed(e.speed),i.player.seek(e.t),i.player.play(e.playing),i.pressed(),document.getElementById("side").scrollTop=e.scroll}var Cg=[["s",1],["ms",.001],["\xB5s",1e-6],["ns",1e-9]];function bh(i){return Cg.find(([,t])=>i>=.5*t)??Cg[0]}function lf(i,t){let[e,n]=bh(t),s=Math.max(0,Math.min(4,Math.ceil(2.3-Math.log10(t/n))));return`${af((i/n).toFixed(s))} ${e}`}function ye(i){if(i==null||Number.isNaN(i))return"\u2013";if(i===0)return"0";let t=Math.abs(i);if(t>=1e5||t<1e-4){let[e,n]=i.toExponential(2).split("e");return af(`${Number(e)}e${Number(n)}`)}return af(Number(i.toPrecision(4)).toString())}function Pg(i){let[t,e]=[["km",1e3],["m",1],["mm",.001],["\xB5m",1e-6]].find(([,n])=>i>=n)??["m",1];return`${Number((i/e).toPrecision(3))} ${t}`}function wh(i){let[t,e]=[["t",1e3],["kg",1],["g",.001],["mg",1e-6]].find(([,n])=>i>=n)??["kg",1];return`${Number((i/e).toPrecision(3))} ${t}`}function Ya(i){if(!Number.isFinite(i))return"\u2013";let t=Number(i.toPrecision(3)),[e,n]=[["MN",1e6],["kN",1e3],["N",1],["mN",.001]].find(([,s])=>t>=s)??["N",1];return`${Number((t/n).toPrecision(3))} ${e}`}function $a(i,t){let e=Math.floor(-Math.log10(.001*(t||1))),n=10**-e;return`${Number((Math.round(i/n)*n).toFixed(Math.max(0,e)))} m/s`}function cf(i){return i>=1?`${Number(i.toPrecision(3))}\xD7`:`1/${Number((1/i).toPrecision(3))}\xD7`}function Ah(i){let t=10**Math.floor(Math.log10(i));return t*([5,2,1].find(e=>e*t<=i*(1+1e-9))??1)}function af(i){return i.replace("-","\u2212").replace("e\u2212","e-").replace("e-","e\u2212")}function Q(i,t={},...e){let n=document.createElement(i);for(let[s,r]of Object.entries(t))s.startsWith("on")?n.addEventListener(s.slice(2),r):r!==!1&&r!==void 0&&n.setAttribute(s,r===!0?"":r);return n.append(...e),n}function Th(i){let t=Q("i");return t.style.background=i,t}var fw=/^#case=(\d+)$/;function Ig(i){if(!i.cases)return i;let t=i.cases.rows.filter(({motion:s})=>s!==null),e=Number(fw.exec(location.hash)?.[1]??-1),n=t.find(s=>s.number===e)??t[0];return{...i,motions:[i.motions[n.motion]],intervals:n.intervals,cases:{...i.cases,chosen:n.number}}}var Eh=class{constructor(t,e){Object.assign(this,{cases:e,order:{column:-1,sign:1}}),this.body=Q("tbody",{});let s=["case",...e.columns].map((o,a)=>Q("th",{},Q("button",{title:`sort by ${o}`,onclick:()=>this.sort(a-1)},o))),r=Q("table",{},Q("thead",{},Q("tr",{},...s)),this.body);this.figure=Q("figure",{id:"cases"},Q("figcaption",{},Q("b",{},"Cases"),Q("small",{},e.words)),Q("div",{},r)),document.getElementById("side").prepend(this.figure),this.fill(),addEventListener("hashchange",()=>{Sh(t),location.reload()}),Mh(t)}sort(t){this.order={column:t,sign:t===this.order.column?-this.order.sign:1},this.fill()}fill(){let{column:t,sign:e}=this.order,n=({number:r,values:o})=>t<0?r:o[t],s=(r,o)=>(n(r)===null)-(n(o)===null)||e*(n(r)-n(o));this.body.replaceChildren(...[...this.cases.rows].sort(s).map(r=>this.line(r)))}line({number:t,values:e,motion:n,why:s}){let r=e.map(l=>Q("td",{},ye(l)));if(n===null)return Q("tr",{class:"failed",title:s},Q("th",{},`${t}`),...r);let o=t===this.cases.chosen,a=Q("button",{title:"open its motion","aria-current":`${o}`,onclick:()=>{location.hash=`case=${t}`}},`${t}`);return Q("tr",{class:o?"now-row":""},Q("th",{},a),...r)}};var pw=-32768,Lg=32767;async function Rh(i){let t=Uint8Array.from(atob(i),n=>n.charCodeAt(0)),e=new Blob([t]).stream().pipeThrough(new DecompressionStream("deflate"));return new Uint8Array(await new Response(e).arrayBuffer())}async function hf({ranges:i,count:t,order:e,data:n}){let s=await Rh(n),r=i.length*t;return i.map(([o,a],l)=>{let c=new Float32Array(t),h=(a-o)/(2*Lg),u=0,d=0;for(let f=0;f<t;f++){let p=l*t+f,x=s[p]|s[r+p]<<8;d=e===2?d+x<<16>>16:x,u=u+d<<16>>16,c[f]=u===pw?NaN:o+(u+Lg)*h}return c})}async function mw(i){return new Float64Array((await Rh(i)).buffer)}async function Dg({start:i,step:t,count:e,data:n}){return n?mw(n):Float64Array.from({length:e},(s,r)=>i+r*t)}async function gw(i){if(i.kind!=="mesh")return i;let t=new Float32Array((await Rh(i.points)).buffer),e=new Uint32Array((await Rh(i.faces)).buffer);return{...i,points:t,faces:e}}async function _w(i){let[t,e,n,s,r]=await Promise.all([Dg(i.times),hf(i.poses),Dg(i.curves.times),hf(i.curves.values),hf(i.loads.values)]),o=await Promise.all(i.scene.bodies.map(async l=>({...l,solids:await Promise.all(l.solids.map(gw))}))),a=new Map(i.curves.names.map((l,c)=>[l,{name:l,unit:i.curves.units[c],values:s[c]}]));return{...i,times:t,poses:e,curveTimes:n,signals:a,loadValues:r,scene:{...i.scene,bodies:o}}}async function Ng(i){let t=Ig(JSON.parse(i));return{...t,motions:await Promise.all(t.motions.map(_w))}}function wi(i,t){let e=0,n=i.length-1;for(;n-e>1;){let r=e+n>>1;i[r]<=t?e=r:n=r}let s=i[n]-i[e];return[e,n,s>0?Math.min(1,Math.max(0,(t-i[e])/s)):0]}function Ch(i,t,e){let[n,s,r]=wi(i,e);return r===0?t[n]:t[n]+r*(t[s]-t[n])}var Ug=6,Ph=class{constructor(t,e){Object.assign(this,{page:t,live:e,settings:[]}),this.table=Q("table",{}),this.figure=Q("figure",{id:"kept",hidden:!0},Q("figcaption",{},Q("b",{},"Beside each other"),Q("small",{},"ghosts and dashed curves")),this.table)}keep(){if(this.settings.length>=Ug){this.live.say(`Up to ${Ug} settings are kept beside each other: take one away first.`);return}let{motion:t}=this.page,{times:e,curveTimes:n,poses:s,signals:r,loadValues:o}=t,a=structuredClone(t.scene),l=h=>h.map(u=>u.slice()),c={...t,scene:a,label:this.label(this.live.values),times:e.slice(),curveTimes:n.slice(),poses:l(s),loadValues:l(o),signals:new Map([...r].map(([h,u])=>[h,{...u,values:u.values.slice()}]))};this.settings.push({...this.live.values}),this.live.rest?.withdraw(),this.page.addGhost(c),this.live.rest?.show(),this.renew()}remove(t){this.settings.splice(t,1),this.page.removeGhost(t+1),this.renew()}label(t){return this.live.sliders.filter(({name:n})=>t[n]!==this.live.author[n]).map(({name:n})=>`${n} = ${ye(t[n])}`).join(", ")||"author's numbers"}renew(){let t=[this.live.values,...this.settings],e=this.live.sliders.map(({name:l})=>l).filter(l=>t.some(c=>c[l]!==t[0][l])),n=l=>this.live.sliders.find(c=>c.name===l).unit,s=l=>e.map(c=>Q("td",{},ye(l[c]))),r=Q("tr",{},Q("th",{}),...e.map(l=>Q("th",{},l," ",Q("small",{},n(l)))),Q("th",{})),o=Q("tr",{class:"now-row"},Q("th",{},"now"),...s(this.live.values),Q("td",{})),a=this.settings.map((l,c)=>Q("tr",{},Q("th",{},Q("button",{title:"take these numbers",onclick:()=>this.take(c)},`kept ${c+1}`)),...s(l),Q("td",{},Q("button",{class:"away","aria-label":`take away kept ${c+1}`,onclick:()=>this.remove(c)},"\xD7"))));this.table.replaceChildren(r,o,...a),this.figure.hidden=!this.settings.length}take(t){this.live.values={...this.settings[t]},this.live.changed()}};function Fg(i){let t=r=>`"${(/^[=+\-@\t\r]/.test(r)?`'${r}`:r).replaceAll('"','""')}"`,e=[...i.signals.values()],n=["time [s]",...e.map(({name:r,unit:o})=>o?`${r} [${o}]`:r)].map(t).join(","),s=Array.from(i.curveTimes,(r,o)=>[r,...e.map(({values:a})=>a[o])].join(","));return[n,...s,""].join(`\r
`)}function Ih({overlap:i,turned:t,residual:e,impossible:n,undecided:s}){return n?`With these numbers a body is impossible: ${n}.`:s!==void 0?`What ${s} does at this start is decided in Python, which a page does not have.`:Number.isFinite(e)?t!==void 0&&e<=1?`${t} would be closed the wrong way round.`:i>1e-7&&i>=e?`Bodies would overlap by ${ye(i)} m at the start.`:`No start near these numbers obeys the constraints: they are missed by ${ye(e)}.`:"With these numbers the constraints have no values."}var uf=10,Za=4096,xw=.1,yw=.9,Og=6,Bg=1/60,vw=120,Lh=class{constructor(t,e){Object.assign(this,{page:t,live:e}),this.held={},this.isOn=!1}begin(){this.isOn=!0,this.page.endless(!0),this.restart()}end(){this.isOn=!1,this.release(),this.held={},this.page.endless(!1),this.live.wish()}restart(){this.isWaiting=!0,this.owed=0,this.pace=void 0,this.count=0,this.events=[],this.begun=this.live.post({departs:!0}),this.restIsDue(this.begun)}restIsDue(t){this.isRestDue&&(this.restAt=t),this.isRestDue=!1}tick(t){!this.isOn||this.isBroken||(this.owed+=t,this.advance(Math.min(xw,this.owed*this.page.player.speed)))}advance(t){this.isWaiting||!(t>0)||(this.wall=this.owed,this.owed=0,this.asked=t,this.isWaiting=!0,this.restIsDue(this.live.post({seconds:t,rows:Math.max(1,Math.round(t/this.page.player.speed/Bg)),pull:this.pull()})))}step(){this.owed=0,this.advance(Bg*this.page.player.speed)}received(t){let{id:e,start:n,step:s,rows:r,refused:o}=t,a=r?.at(-1);if(!this.isOn||e<this.begun)return;if(this.isWaiting=!1,n&&!n.isValid){this.stop(Ih(n));return}if(n&&(this.isBroken=!1,this.live.actual=n.actual,this.live.show(),this.live.say(this.live.remark??"")),s.isStuck){this.stop(`At t = ${ye(a.t)} s: a moment takes longer than four seconds.`);return}for(let c of r)this.keep(c,c.events??[]);let l=performance.now();this.page.takeRow(t.drawn),this.costs=[...this.costs??[],{ran:(t.cost??0)/r.length,drawn:performance.now()-l}].slice(-vw),e>=this.restAt&&(this.restAt=void 0,this.live.rest?.ask(!1)),s.status>0?this.stop(`At t = ${ye(a.t)} s: ${s.reason}. \u201CTo the start\u201D begins again.`):o?.length?this.live.say(`Bodies or constraints do not allow this ${o.join(", ")} here.`):n||this.judge()}stop(t){this.isBroken=!0,this.page.player.playing=!1,this.live.say(t,"bad"),this.page.changed()}judge(){if(!this.page.player.playing)return;let t=this.wall*this.page.player.speed;this.pace??={ran:0,passed:0},this.pace.ran=.97*this.pace.ran+this.asked,this.pace.passed=.97*this.pace.passed+t;let e=this.pace.ran/this.pace.passed;this.pace.passed<1||(e<yw?this.live.say(`Slower than the clock: ${e.toFixed(2)} of its pace. Nothing is left out.`):this.live.note.textContent.startsWith("Slower")&&this.live.say(""))}keep({t,poses:e,signals:n,arrows:s},r){if(!this.rows||this.count===0){let a=l=>Array.from({length:l},()=>new Float64Array(Za));this.rows??={times:new Float64Array(Za),poses:a(e.length),signals:a(n.length),arrows:a(s.length)}}let{rows:o}=this;if(this.count===Za){for(let a of[o.times,...o.poses,...o.signals,...o.arrows])a.copyWithin(0,Za/2);this.count=Za/2}o.times[this.count]=t,e.forEach((a,l)=>o.poses[l][this.count]=a),n.forEach((a,l)=>o.signals[l][this.count]=a),s.forEach((a,l)=>o.arrows[l][this.count]=a),this.count+=1,this.events=[...this.events,...r].filter(a=>a.t>t-uf).slice(-60)}motion(){let{rows:t,count:e}=this,n=0;for(;n<e-1&&t.times[n]<t.times[e-1]-uf*Math.max(1,this.page.player.speed);)n+=1;let s=l=>l.subarray(n,e),r=s(t.times),{names:o,units:a}=this.live.told.signals;return{times:r,curveTimes:r,poses:t.poses.map(s),loadValues:t.arrows.map(s),events:this.events,signals:new Map(o.map((l,c)=>[l,{name:l,unit:a[c],values:s(t.signals[c])}]))}}get window(){return uf*Math.max(this.page.player.speed,1e-6)}take(t,e){if(!this.isOn||!this.live.told.pulls)return!1;let{stage:n}=this.page,s=n.under(t,e),r=s?.kind==="joint"?n.scene.joints[s.number]:void 0,o=s?.kind==="body"?s.number:Math.max(r?.child.body??-1,r?.parent.body??-1);if(!(o>=0))return!1;let a=s.point.clone().applyMatrix4(new Ot().copy(n.cast.frames[o]).invert()).toArray(),l=new hi().setFromNormalAndCoplanarPoint(n.rig.axes().towards,s.point);return this.pulled=n.pull={place:{body:o,p:a},to:s.point.toArray(),plane:l},!0}move(t,e){if(!this.pulled)return!1;let{stage:n}=this.page,s=n.canvas.getBoundingClientRect(),r=new lr;r.setFromCamera(new Ht(2*(t-s.left)/s.width-1,1-2*(e-s.top)/s.height),n.rig.camera);let o=r.ray.intersectPlane(this.pulled.plane,new C);return o&&(this.pulled.to=o.toArray()),!0}release(){let t=this.pulled!==void 0;return this.pulled=this.page.stage.pull=void 0,t}pull(){if(!this.pulled)return null;let t=this.page.motion.scene.bodies.reduce((s,r)=>s+(r.mass??0),0)||1,{place:e,to:n}=this.pulled;return{body:e.body,at:e.p,to:n,stiffness:Og**2*t,damping:Og*t}}key(t,e){let n=this.live.sliders.filter(({kind:a})=>a==="input"),r=[["ArrowLeft",0,"least"],["ArrowRight",0,"most"],["ArrowDown",1,"least"],["ArrowUp",1,"most"]].find(([a,l])=>a===t&&n[l]);if(!this.isOn||!r)return!1;let o=n[r[1]];return e?this.held[o.name]=o[r[2]]:delete this.held[o.name],this.live.show(),!0}};var Sw=5;function Dh(i,[t,e,n,s],{x:r,y:o,toX:a,toY:l}){let c=getComputedStyle(document.documentElement);Object.assign(i,{strokeStyle:c.getPropertyValue("--rule"),fillStyle:c.getPropertyValue("--soft"),font:"11px system-ui, sans-serif",lineWidth:1});let h=(...u)=>{i.beginPath(),i.moveTo(u[0],u[1]),i.lineTo(u[2],u[3]),i.stroke()};Object.assign(i,{textAlign:"center",textBaseline:"top"});for(let u of zg(r))h(a(u),e,a(u),s),i.fillText(ye(u),a(u),s+6);Object.assign(i,{textAlign:"right",textBaseline:"middle"});for(let u of zg(o))h(t,l(u),n,l(u)),i.fillText(ye(u),t-6,l(u))}function zg([i,t]){let e=Ah((t-i)/Sw),n=[];for(let s=Math.ceil(i/e);s*e<=t;s++)n.push(Number((s*e).toPrecision(12)));return n}var Mw="uplot",bw="u-hz",ww="u-vt",Aw="u-title",Tw="u-wrap",Ew="u-under",Rw="u-over",Cw="u-axis",gr="u-off",Pw="u-select",Iw="u-cursor-x",Lw="u-cursor-y",Dw="u-cursor-pt",Nw="u-legend",Uw="u-live",Fw="u-inline",Ow="u-series",Bw="u-marker",kg="u-label",zw="u-value",Ka="width",ja="height";var Vg="bottom",_o="left",df="right",Cf="#000",Gg=Cf+"0",ff="mousemove",Hg="mousedown",pf="mouseup",Wg="mouseenter",Xg="mouseleave",qg="dblclick",kw="resize",Vw="scroll",Yg="change",Bh="dppxchange",Pf="--",wo=typeof window<"u",yf=wo?document:null,yo=wo?window:null,Gw=wo?navigator:null,Te,Nh;function vf(){let i=devicePixelRatio;Te!=i&&(Te=i,Nh&&Mf(Yg,Nh,vf),Nh=matchMedia(`(min-resolution: ${Te-.001}dppx) and (max-resolution: ${Te+.001}dppx)`),_r(Yg,Nh,vf),yo.dispatchEvent(new CustomEvent(Bh)))}function pi(i,t){if(t!=null){let e=i.classList;!e.contains(t)&&e.add(t)}}function Sf(i,t){let e=i.classList;e.contains(t)&&e.remove(t)}function We(i,t,e){i.style[t]=e+"px"}function Fi(i,t,e,n){let s=yf.createElement(i);return t!=null&&pi(s,t),e?.insertBefore(s,n),s}function Ai(i,t){return Fi("div",i,t)}var $g=new WeakMap;function is(i,t,e,n,s){let r="translate("+t+"px,"+e+"px)",o=$g.get(i);r!=o&&(i.style.transform=r,$g.set(i,r),t<0||e<0||t>n||e>s?pi(i,gr):Sf(i,gr))}var Zg=new WeakMap;function Jg(i,t,e){let n=t+e,s=Zg.get(i);n!=s&&(Zg.set(i,n),i.style.background=t,i.style.borderColor=e)}var Kg=new WeakMap;function jg(i,t,e,n){let s=t+""+e,r=Kg.get(i);s!=r&&(Kg.set(i,s),i.style.height=e+"px",i.style.width=t+"px",i.style.marginLeft=n?-t/2+"px":0,i.style.marginTop=n?-e/2+"px":0)}var If={passive:!0},Hw={...If,capture:!0};function _r(i,t,e,n){t.addEventListener(i,e,n?Hw:If)}function Mf(i,t,e,n){t.removeEventListener(i,e,If)}wo&&vf();function Oi(i,t,e,n){let s;e=e||0,n=n||t.length-1;let r=n<=2147483647;for(;n-e>1;)s=r?e+n>>1:mi((e+n)/2),t[s]<i?e=s:n=s;return i-t[e]<=t[n]-i?e:n}function T0(i){return(e,n,s)=>{let r=-1,o=-1;for(let a=n;a<=s;a++)if(i(e[a])){r=a;break}for(let a=s;a>=n;a--)if(i(e[a])){o=a;break}return[r,o]}}var E0=i=>i!=null,R0=i=>i!=null&&i>0,Vh=T0(E0),Ww=T0(R0);function Xw(i,t,e,n=0,s=!1){let r=s?Ww:Vh,o=s?R0:E0;[t,e]=r(i,t,e);let a=i[t],l=i[t];if(t>-1)if(n==1)a=i[t],l=i[e];else if(n==-1)a=i[e],l=i[t];else for(let c=t;c<=e;c++){let h=i[c];o(h)&&(h<a?a=h:h>l&&(l=h))}return[a??Fe,l??-Fe]}function Gh(i,t,e,n){let s=e0(i),r=e0(t);i==t&&(s==-1?(i*=e,t/=e):(i/=e,t*=e));let o=e==10?Ts:C0,a=s==1?mi:Ti,l=r==1?Ti:mi,c=a(o(yn(i))),h=l(o(yn(t))),u=vo(e,c),d=vo(e,h);return e==10&&(c<0&&(u=Oe(u,-c)),h<0&&(d=Oe(d,-h))),n||e==2?(i=u*s,t=d*r):(i=D0(i,u),t=Hh(t,d)),[i,t]}function Lf(i,t,e,n){let s=Gh(i,t,e,n);return i==0&&(s[0]=0),t==0&&(s[1]=0),s}var Df=.1,Qg={mode:3,pad:Df},tl={pad:0,soft:null,mode:0},qw={min:tl,max:tl};function zh(i,t,e,n){return Wh(e)?t0(i,t,e):(tl.pad=e,tl.soft=n?0:null,tl.mode=n?3:0,t0(i,t,qw))}function we(i,t){return i??t}function Yw(i,t,e){for(t=we(t,0),e=we(e,i.length-1);t<=e;){if(i[t]!=null)return!0;t++}return!1}function t0(i,t,e){let n=e.min,s=e.max,r=we(n.pad,0),o=we(s.pad,0),a=we(n.hard,-Fe),l=we(s.hard,Fe),c=we(n.soft,Fe),h=we(s.soft,-Fe),u=we(n.mode,0),d=we(s.mode,0),f=t-i,p=Ts(f),x=Qn(yn(i),yn(t)),m=Ts(x),g=yn(m-p);(f<1e-24||g>10)&&(f=0,(i==0||t==0)&&(f=1e-24,u==2&&c!=Fe&&(r=0),d==2&&h!=-Fe&&(o=0)));let S=f||x||1e3,E=Ts(S),y=vo(10,mi(E)),R=S*(f==0?i==0?.1:1:r),T=Oe(D0(i-R,y/10),24),_=i>=c&&(u==1||u==3&&T<=c||u==2&&T>=c)?c:Fe,w=Qn(a,T<_&&i>=_?_:Bi(_,T)),F=S*(f==0?t==0?.1:1:o),I=Oe(Hh(t+F,y/10),24),D=t<=h&&(d==1||d==3&&I>=h||d==2&&I<=h)?h:-Fe,z=Bi(l,I>D&&t<=D?D:Qn(D,I));return w==z&&w==0&&(z=100),[w,z]}var $w=new Intl.NumberFormat(wo?Gw.language:"en-US"),Nf=i=>$w.format(i),gi=Math,Oh=gi.PI,yn=gi.abs,mi=gi.floor,xn=gi.round,Ti=gi.ceil,Bi=gi.min,Qn=gi.max,vo=gi.pow,e0=gi.sign,Ts=gi.log10,C0=gi.log2,Zw=(i,t=1)=>gi.sinh(i)*t,mf=(i,t=1)=>gi.asinh(i/t),Fe=1/0;function n0(i){return(Ts((i^i>>31)-(i>>31))|0)+1}function bf(i,t,e){return Bi(Qn(i,t),e)}function P0(i){return typeof i=="function"}function ve(i){return P0(i)?i:()=>i}var Jw=()=>{},I0=i=>i,L0=(i,t)=>t,Kw=i=>null,i0=i=>!0,s0=(i,t)=>i==t,jw=/\.\d*?(?=9{6,}|0{6,})/gm,xr=i=>{if(U0(i)||Zs.has(i))return i;let t=`${i}`,e=t.match(jw);if(e==null)return i;let n=e[0].length-1;if(t.indexOf("e-")!=-1){let[s,r]=t.split("e");return+`${xr(s)}e${r}`}return Oe(i,n)};function pr(i,t){return xr(Oe(xr(i/t))*t)}function Hh(i,t){return xr(Ti(xr(i/t))*t)}function D0(i,t){return xr(mi(xr(i/t))*t)}function Oe(i,t=0){if(U0(i))return i;let e=10**t,n=i*e*(1+Number.EPSILON);return xn(n)/e}var Zs=new Map;function N0(i){return((""+i).split(".")[1]||"").length}function nl(i,t,e,n){let s=[],r=n.map(N0);for(let o=t;o<e;o++){let a=yn(o),l=Oe(vo(i,o),a);for(let c=0;c<n.length;c++){let h=i==10?+`${n[c]}e${o}`:n[c]*l,u=(o>=0?0:a)+(o>=r[c]?0:r[c]),d=i==10?h:Oe(h,u);s.push(d),Zs.set(d,u)}}return s}var el={},Uf=[],So=[null,null],$s=Array.isArray,U0=Number.isInteger,Qw=i=>i===void 0;function r0(i){return typeof i=="string"}function Wh(i){let t=!1;if(i!=null){let e=i.constructor;t=e==null||e==Object}return t}function t1(i){return i!=null&&typeof i=="object"}var e1=Object.getPrototypeOf(Uint8Array),F0="__proto__";function Mo(i,t=Wh){let e;if($s(i)){let n=i.find(s=>s!=null);if($s(n)||t(n)){e=Array(i.length);for(let s=0;s<i.length;s++)e[s]=Mo(i[s],t)}else e=i.slice()}else if(i instanceof e1)e=i.slice();else if(t(i)){e={};for(let n in i)n!=F0&&(e[n]=Mo(i[n],t))}else e=i;return e}function dn(i){let t=arguments;for(let e=1;e<t.length;e++){let n=t[e];for(let s in n)s!=F0&&(Wh(i[s])?dn(i[s],Mo(n[s])):i[s]=Mo(n[s]))}return i}var n1=0,i1=1,s1=2;function r1(i,t,e){for(let n=0,s,r=-1;n<t.length;n++){let o=t[n];if(o>r){for(s=o-1;s>=0&&i[s]==null;)i[s--]=null;for(s=o+1;s<e&&i[s]==null;)i[r=s++]=null}}}function o1(i,t){if(c1(i)){let o=i[0].slice();for(let a=1;a<i.length;a++)o.push(...i[a].slice(1));return h1(o[0])||(o=l1(o)),o}let e=new Set;for(let o=0;o<i.length;o++){let l=i[o][0],c=l.length;for(let h=0;h<c;h++)e.add(l[h])}let n=[Array.from(e).sort((o,a)=>o-a)],s=n[0].length,r=new Map;for(let o=0;o<s;o++)r.set(n[0][o],o);for(let o=0;o<i.length;o++){let a=i[o],l=a[0];for(let c=1;c<a.length;c++){let h=a[c],u=Array(s).fill(void 0),d=t?t[o][c]:i1,f=[];for(let p=0;p<h.length;p++){let x=h[p],m=r.get(l[p]);x===null?d!=n1&&(u[m]=x,d==s1&&f.push(m)):u[m]=x}r1(u,f,s),n.push(u)}}return n}var a1=typeof queueMicrotask>"u"?i=>Promise.resolve().then(i):queueMicrotask;function l1(i){let t=i[0],e=t.length,n=Array(e);for(let r=0;r<n.length;r++)n[r]=r;n.sort((r,o)=>t[r]-t[o]);let s=[];for(let r=0;r<i.length;r++){let o=i[r],a=Array(e);for(let l=0;l<e;l++)a[l]=o[n[l]];s.push(a)}return s}function c1(i){let t=i[0][0],e=t.length;for(let n=1;n<i.length;n++){let s=i[n][0];if(s.length!=e)return!1;if(s!=t){for(let r=0;r<e;r++)if(s[r]!=t[r])return!1}}return!0}function h1(i,t=100){let e=i.length;if(e<=1)return!0;let n=0,s=e-1;for(;n<=s&&i[n]==null;)n++;for(;s>=n&&i[s]==null;)s--;if(s<=n)return!0;let r=Qn(1,mi((s-n+1)/t));for(let o=i[n],a=n+r;a<=s;a+=r){let l=i[a];if(l!=null){if(l<=o)return!1;o=l}}return!0}var O0=["January","February","March","April","May","June","July","August","September","October","November","December"],B0=["Sunday","Monday","Tuesday","Wednesday","Thursday","Friday","Saturday"];function z0(i){return i.slice(0,3)}var u1=B0.map(z0),d1=O0.map(z0),f1={MMMM:O0,MMM:d1,WWWW:B0,WWW:u1};function Ja(i){return(i<10?"0":"")+i}function p1(i){return(i<10?"00":i<100?"0":"")+i}var m1={YYYY:i=>i.getFullYear(),YY:i=>(i.getFullYear()+"").slice(2),MMMM:(i,t)=>t.MMMM[i.getMonth()],MMM:(i,t)=>t.MMM[i.getMonth()],MM:i=>Ja(i.getMonth()+1),M:i=>i.getMonth()+1,DD:i=>Ja(i.getDate()),D:i=>i.getDate(),WWWW:(i,t)=>t.WWWW[i.getDay()],WWW:(i,t)=>t.WWW[i.getDay()],HH:i=>Ja(i.getHours()),H:i=>i.getHours(),h:i=>{let t=i.getHours();return t==0?12:t>12?t-12:t},AA:i=>i.getHours()>=12?"PM":"AM",aa:i=>i.getHours()>=12?"pm":"am",a:i=>i.getHours()>=12?"p":"a",mm:i=>Ja(i.getMinutes()),m:i=>i.getMinutes(),ss:i=>Ja(i.getSeconds()),s:i=>i.getSeconds(),fff:i=>p1(i.getMilliseconds())};function Ff(i,t){t=t||f1;let e=[],n=/\{([a-z]+)\}|[^{]+/gi,s;for(;s=n.exec(i);)e.push(s[0][0]=="{"?m1[s[1]]:s[0]);return r=>{let o="";for(let a=0;a<e.length;a++)o+=typeof e[a]=="string"?e[a]:e[a](r,t);return o}}var g1=new Intl.DateTimeFormat().resolvedOptions().timeZone;function _1(i,t){let e;return t=="UTC"||t=="Etc/UTC"?e=new Date(+i+i.getTimezoneOffset()*6e4):t==g1?e=i:(e=new Date(i.toLocaleString("en-US",{timeZone:t})),e.setMilliseconds(i.getMilliseconds())),e}var k0=i=>i%1==0,kh=[1,2,2.5,5],x1=nl(10,-32,0,kh),V0=nl(10,0,32,kh),y1=V0.filter(k0),mr=x1.concat(V0),Of=`
`,G0="{YYYY}",o0=Of+G0,H0="{M}/{D}",Qa=Of+H0,Uh=Qa+"/{YY}",W0="{aa}",v1="{h}:{mm}",xo=v1+W0,a0=Of+xo,l0=":{ss}",Ce=null;function X0(i){let t=i*1e3,e=t*60,n=e*60,s=n*24,r=s*30,o=s*365,l=(i==1?nl(10,0,3,kh).filter(k0):nl(10,-3,0,kh)).concat([t,t*5,t*10,t*15,t*30,e,e*5,e*10,e*15,e*30,n,n*2,n*3,n*4,n*6,n*8,n*12,s,s*2,s*3,s*4,s*5,s*6,s*7,s*8,s*9,s*10,s*15,r,r*2,r*3,r*4,r*6,o,o*2,o*5,o*10,o*25,o*50,o*100]),c=[[o,G0,Ce,Ce,Ce,Ce,Ce,Ce,1],[s*28,"{MMM}",o0,Ce,Ce,Ce,Ce,Ce,1],[s,H0,o0,Ce,Ce,Ce,Ce,Ce,1],[n,"{h}"+W0,Uh,Ce,Qa,Ce,Ce,Ce,1],[e,xo,Uh,Ce,Qa,Ce,Ce,Ce,1],[t,l0,Uh+" "+xo,Ce,Qa+" "+xo,Ce,a0,Ce,1],[i,l0+".{fff}",Uh+" "+xo,Ce,Qa+" "+xo,Ce,a0,Ce,1]];function h(u){return(d,f,p,x,m,g)=>{let S=[],E=m>=o,y=m>=r&&m<o,R=u(p),T=Oe(R*i,3),_=gf(R.getFullYear(),E?0:R.getMonth(),y||E?1:R.getDate()),w=Oe(_*i,3);if(y||E){let F=y?m/r:0,I=E?m/o:0,D=T==w?T:Oe(gf(_.getFullYear()+I,_.getMonth()+F,1)*i,3),z=new Date(xn(D/i)),V=z.getFullYear(),N=z.getMonth();for(let H=0;D<=x;H++){let q=gf(V+I*H,N+F*H,1),G=q-u(Oe(q*i,3));D=Oe((+q+G)*i,3),D<=x&&S.push(D)}}else{let F=m>=s?s:m,I=mi(p)-mi(T),D=w+I+Hh(T-w,F);S.push(D);let z=u(D),V=z.getHours()+z.getMinutes()/e+z.getSeconds()/n,N=m/n,H=d.axes[f]._space,q=g/H;for(;D=Oe(D+m,i==1?0:3),!(D>x);)if(N>1){let G=mi(Oe(V+N,6))%24,K=u(D).getHours()-G;K>1&&(K=-1),D-=K*n,V=(V+N)%24;let et=S[S.length-1];Oe((D-et)/m,3)*q>=.7&&S.push(D)}else S.push(D)}return S}}return[l,c,h]}var[S1,M1,b1]=X0(1),[w1,A1,T1]=X0(.001);nl(2,-53,53,[1]);function c0(i,t){return i.map(e=>e.map((n,s)=>s==0||s==8||n==null?n:t(s==1||e[8]==0?n:e[1]+n)))}function h0(i,t){return(e,n,s,r,o)=>{let a=t.find(p=>o>=p[0])||t[t.length-1],l,c,h,u,d,f;return n.map(p=>{let x=i(p),m=x.getFullYear(),g=x.getMonth(),S=x.getDate(),E=x.getHours(),y=x.getMinutes(),R=x.getSeconds(),T=m!=l&&a[2]||g!=c&&a[3]||S!=h&&a[4]||E!=u&&a[5]||y!=d&&a[6]||R!=f&&a[7]||a[1];return l=m,c=g,h=S,u=E,d=y,f=R,T(x)})}}function E1(i,t){let e=Ff(t);return(n,s,r,o,a)=>s.map(l=>e(i(l)))}function gf(i,t,e){return new Date(i,t,e)}function u0(i,t){return t(i)}var R1="{YYYY}-{MM}-{DD} {h}:{mm}{aa}";function d0(i,t){return(e,n,s,r)=>r==null?Pf:t(i(n))}function C1(i,t){let e=i.series[t];return e.width?e.stroke(i,t):e.points.width?e.points.stroke(i,t):null}function P1(i,t){return i.series[t].fill(i,t)}var I1={show:!0,live:!0,isolate:!1,mount:Jw,markers:{show:!0,width:2,stroke:C1,fill:P1,dash:"solid"},idx:null,idxs:null,values:[]};function L1(i,t){let e=i.cursor.points,n=Ai(),s=e.size(i,t);We(n,Ka,s),We(n,ja,s);let r=s/-2;We(n,"marginLeft",r),We(n,"marginTop",r);let o=e.width(i,t,s);return o&&We(n,"borderWidth",o),n}function D1(i,t){let e=i.series[t].points;return e._fill||e._stroke}function N1(i,t){let e=i.series[t].points;return e._stroke||e._fill}function U1(i,t){return i.series[t].points.size}var _f=[0,0];function F1(i,t,e){return _f[0]=t,_f[1]=e,_f}function Fh(i,t,e,n=!0){return s=>{s.button==0&&(!n||s.target==t)&&e(s)}}function xf(i,t,e,n=!0){return s=>{(!n||s.target==t)&&e(s)}}var O1={show:!0,x:!0,y:!0,lock:!1,move:F1,points:{one:!1,show:L1,size:U1,width:0,stroke:N1,fill:D1},bind:{mousedown:Fh,mouseup:Fh,click:Fh,dblclick:Fh,mousemove:xf,mouseleave:xf,mouseenter:xf},drag:{setScale:!0,x:!0,y:!1,dist:0,uni:null,click:(i,t)=>{t.stopPropagation(),t.stopImmediatePropagation()},_x:!1,_y:!1},focus:{dist:(i,t,e,n,s)=>n-s,prox:-1,bias:0},hover:{skip:[void 0],prox:null,bias:0},left:-10,top:-10,idx:null,dataIdx:null,idxs:null,event:null},q0={show:!0,stroke:"rgba(0,0,0,0.07)",width:2},Bf=dn({},q0,{filter:L0}),Y0=dn({},Bf,{size:10}),$0=dn({},q0,{show:!1}),zf='12px system-ui, -apple-system, "Segoe UI", Roboto, "Helvetica Neue", Arial, "Noto Sans", sans-serif, "Apple Color Emoji", "Segoe UI Emoji", "Segoe UI Symbol", "Noto Color Emoji"',Z0="bold "+zf,J0=1.5,f0={show:!0,scale:"x",stroke:Cf,space:50,gap:5,alignTo:1,size:50,labelGap:0,labelSize:30,labelFont:Z0,side:2,grid:Bf,ticks:Y0,border:$0,font:zf,lineGap:J0,rotate:0},B1="Value",z1="Time",p0={show:!0,scale:"x",auto:!1,sorted:1,min:Fe,max:-Fe,idxs:[]};function k1(i,t,e,n,s){return t.map(r=>r==null?"":Nf(r))}function V1(i,t,e,n,s,r,o){let a=[],l=Zs.get(s)||0;e=o?e:Oe(Hh(e,s),l);for(let c=e;c<=n;c=Oe(c+s,l))a.push(Object.is(c,-0)?0:c);return a}function wf(i,t,e,n,s,r,o){let a=[],l=i.scales[i.axes[t].scale].log,c=l==10?Ts:C0,h=mi(c(e));s=vo(l,h),l==10&&(s=mr[Oi(s,mr)]);let u=e,d=s*l;l==10&&(d=mr[Oi(d,mr)]);do a.push(u),u=u+s,l==10&&!Zs.has(u)&&(u=Oe(u,Zs.get(s))),u>=d&&(s=u,d=s*l,l==10&&(d=mr[Oi(d,mr)]));while(u<=n);return a}function G1(i,t,e,n,s,r,o){let l=i.scales[i.axes[t].scale].asinh,c=n>l?wf(i,t,Qn(l,e),n,s):[l],h=n>=0&&e<=0?[0]:[];return(e<-l?wf(i,t,Qn(l,-n),-e,s):[l]).reverse().map(d=>-d).concat(h,c)}var K0=/./,H1=/[12357]/,W1=/[125]/,m0=/1/,Af=(i,t,e,n)=>i.map((s,r)=>t==4&&s==0||r%n==0&&e.test(s.toExponential()[s<0?1:0])?s:null);function X1(i,t,e,n,s){let r=i.axes[e],o=r.scale,a=i.scales[o],l=i.valToPos,c=r._space,h=l(10,o),u=l(9,o)-h>=c?K0:l(7,o)-h>=c?H1:l(5,o)-h>=c?W1:m0;if(u==m0){let d=yn(l(1,o)-h);if(d<c)return Af(t.slice().reverse(),a.distr,u,Ti(c/d)).reverse()}return Af(t,a.distr,u,1)}function q1(i,t,e,n,s){let r=i.axes[e],o=r.scale,a=r._space,l=i.valToPos,c=yn(l(1,o)-l(2,o));return c<a?Af(t.slice().reverse(),3,K0,Ti(a/c)).reverse():t}function Y1(i,t,e,n){return n==null?Pf:t==null?"":Nf(t)}var g0={show:!0,scale:"y",stroke:Cf,space:30,gap:5,alignTo:1,size:50,labelGap:0,labelSize:30,labelFont:Z0,side:3,grid:Bf,ticks:Y0,border:$0,font:zf,lineGap:J0,rotate:0};function $1(i,t){let e=3+(i||1)*2;return Oe(e*t,3)}function Z1(i,t){let{scale:e,idxs:n}=i.series[0],s=i._data[0],r=i.valToPos(s[n[0]],e,!0),o=i.valToPos(s[n[1]],e,!0),a=yn(o-r),l=i.series[t],c=a/(l.points.space*Te);return n[1]-n[0]<=c}var _0={scale:null,auto:!0,sorted:0,min:Fe,max:-Fe},j0=(i,t,e,n,s)=>s,x0={show:!0,auto:!0,sorted:0,gaps:j0,alpha:1,facets:[dn({},_0,{scale:"x"}),dn({},_0,{scale:"y"})]},y0={scale:"y",auto:!0,sorted:0,show:!0,spanGaps:!1,gaps:j0,alpha:1,points:{show:Z1,filter:null},values:null,min:Fe,max:-Fe,idxs:[],path:null,clip:null};function J1(i,t,e,n,s){return e/10}var Q0={time:!0,auto:!0,distr:1,log:10,asinh:1,min:null,max:null,dir:1,ori:0},K1=dn({},Q0,{time:!1,ori:1}),v0={};function t_(i,t){let e=v0[i];return e||(e={key:i,plots:[],sub(n){e.plots.push(n)},unsub(n){e.plots=e.plots.filter(s=>s!=n)},pub(n,s,r,o,a,l,c){for(let h=0;h<e.plots.length;h++)e.plots[h]!=s&&e.plots[h].pub(n,s,r,o,a,l,c)}},i!=null&&(v0[i]=e)),e}var bo=1,Tf=2;function yr(i,t,e){let n=i.mode,s=i.series[t],r=n==2?i._data[t]:i._data,o=i.scales,a=i.bbox,l=r[0],c=n==2?r[1]:r[t],h=n==2?o[s.facets[0].scale]:o[i.series[0].scale],u=n==2?o[s.facets[1].scale]:o[s.scale],d=a.left,f=a.top,p=a.width,x=a.height,m=i.valToPosH,g=i.valToPosV;return h.ori==0?e(s,l,c,h,u,m,g,d,f,p,x,qh,Ao,$h,n_,s_):e(s,l,c,h,u,g,m,f,d,x,p,Yh,To,Gf,i_,r_)}function kf(i,t){let e=0,n=0,s=we(i.bands,Uf);for(let r=0;r<s.length;r++){let o=s[r];o.series[0]==t?e=o.dir:o.series[1]==t&&(o.dir==1?n|=1:n|=2)}return[e,n==1?-1:n==2?1:n==3?2:0]}function j1(i,t,e,n,s){let r=i.mode,o=i.series[t],a=r==2?o.facets[1].scale:o.scale,l=i.scales[a];return s==-1?l.min:s==1?l.max:l.distr==3?l.dir==1?l.min:l.max:0}function Es(i,t,e,n,s,r){return yr(i,t,(o,a,l,c,h,u,d,f,p,x,m)=>{let g=o.pxRound,S=c.dir*(c.ori==0?1:-1),E=c.ori==0?Ao:To,y,R;S==1?(y=e,R=n):(y=n,R=e);let T=g(u(a[y],c,x,f)),_=g(d(l[y],h,m,p)),w=g(u(a[R],c,x,f)),F=g(d(r==1?h.max:h.min,h,m,p)),I=new Path2D(s);return E(I,w,F),E(I,T,F),E(I,T,_),I})}function Xh(i,t,e,n,s,r){let o=null;if(i.length>0){o=new Path2D;let a=t==0?$h:Gf,l=e;for(let u=0;u<i.length;u++){let d=i[u];if(d[1]>d[0]){let f=d[0]-l;f>0&&a(o,l,n,f,n+r),l=d[1]}}let c=e+s-l,h=10;c>0&&a(o,l,n-h/2,c,n+r+h)}return o}function Q1(i,t,e){let n=i[i.length-1];n&&n[0]==t?n[1]=e:i.push([t,e])}function Vf(i,t,e,n,s,r,o){let a=[],l=i.length;for(let c=s==1?e:n;c>=e&&c<=n;c+=s)if(t[c]===null){let u=c,d=c;if(s==1)for(;++c<=n&&t[c]===null;)d=c;else for(;--c>=e&&t[c]===null;)d=c;let f=r(i[u]),p=d==u?f:r(i[d]),x=u-s;f=o<=0&&x>=0&&x<l?r(i[x]):f;let g=d+s;p=o>=0&&g>=0&&g<l?r(i[g]):p,p>=f&&a.push([f,p])}return a}function S0(i){return i==0?I0:i==1?xn:t=>pr(t,i)}function e_(i){let t=i==0?qh:Yh,e=i==0?(s,r,o,a,l,c)=>{s.arcTo(r,o,a,l,c)}:(s,r,o,a,l,c)=>{s.arcTo(o,r,l,a,c)},n=i==0?(s,r,o,a,l)=>{s.rect(r,o,a,l)}:(s,r,o,a,l)=>{s.rect(o,r,l,a)};return(s,r,o,a,l,c=0,h=0)=>{c==0&&h==0?n(s,r,o,a,l):(c=Bi(c,a/2,l/2),h=Bi(h,a/2,l/2),t(s,r+c,o),e(s,r+a,o,r+a,o+l,c),e(s,r+a,o+l,r,o+l,h),e(s,r,o+l,r,o,h),e(s,r,o,r+a,o,c),s.closePath())}}var qh=(i,t,e)=>{i.moveTo(t,e)},Yh=(i,t,e)=>{i.moveTo(e,t)},Ao=(i,t,e)=>{i.lineTo(t,e)},To=(i,t,e)=>{i.lineTo(e,t)},$h=e_(0),Gf=e_(1),n_=(i,t,e,n,s,r)=>{i.arc(t,e,n,s,r)},i_=(i,t,e,n,s,r)=>{i.arc(e,t,n,s,r)},s_=(i,t,e,n,s,r,o)=>{i.bezierCurveTo(t,e,n,s,r,o)},r_=(i,t,e,n,s,r,o)=>{i.bezierCurveTo(e,t,s,n,o,r)};function o_(i){return(t,e,n,s,r)=>yr(t,e,(o,a,l,c,h,u,d,f,p,x,m)=>{let{pxRound:g,points:S}=o,E,y;c.ori==0?(E=qh,y=n_):(E=Yh,y=i_);let R=Oe(S.width*Te,3),T=(S.size-S.width)/2*Te,_=Oe(T*2,3),w=new Path2D,F=new Path2D,{left:I,top:D,width:z,height:V}=t.bbox;$h(F,I-_,D-_,z+_*2,V+_*2);let N=H=>{if(l[H]!=null){let q=g(u(a[H],c,x,f)),G=g(d(l[H],h,m,p));E(w,q+T,G),y(w,q,G,T,0,Oh*2)}};if(r)r.forEach(N);else for(let H=n;H<=s;H++)N(H);return{stroke:R>0?w:null,fill:w,clip:F,flags:bo|Tf}})}function a_(i){return(t,e,n,s,r,o)=>{n!=s&&(r!=n&&o!=n&&i(t,e,n),r!=s&&o!=s&&i(t,e,s),i(t,e,o))}}var tA=a_(Ao),eA=a_(To);function l_(i){let t=we(i?.alignGaps,0);return(e,n,s,r)=>yr(e,n,(o,a,l,c,h,u,d,f,p,x,m)=>{[s,r]=Vh(l,s,r);let g=o.pxRound,S=V=>g(u(V,c,x,f)),E=V=>g(d(V,h,m,p)),y,R;c.ori==0?(y=Ao,R=tA):(y=To,R=eA);let T=c.dir*(c.ori==0?1:-1),_={stroke:new Path2D,fill:null,clip:null,band:null,gaps:null,flags:bo},w=_.stroke,F=!1;if(r-s>=x*4){let V=ut=>e.posToVal(ut,c.key,!0),N=null,H=null,q,G,lt,$=S(a[T==1?s:r]),K=S(a[s]),et=S(a[r]),dt=V(T==1?K+1:et-1);for(let ut=T==1?s:r;ut>=s&&ut<=r;ut+=T){let tt=a[ut],xt=(T==1?tt<dt:tt>dt)?$:S(tt),Et=l[ut];xt==$?Et!=null?(G=Et,N==null?(y(w,xt,E(G)),q=N=H=G):G<N?N=G:G>H&&(H=G)):Et===null&&(F=!0):(N!=null&&R(w,$,E(N),E(H),E(q),E(G)),Et!=null?(G=Et,y(w,xt,E(G)),N=H=q=G):(N=H=null,Et===null&&(F=!0)),$=xt,dt=V($+T))}N!=null&&N!=H&&lt!=$&&R(w,$,E(N),E(H),E(q),E(G))}else for(let V=T==1?s:r;V>=s&&V<=r;V+=T){let N=l[V];N===null?F=!0:N!=null&&y(w,S(a[V]),E(N))}let[D,z]=kf(e,n);if(o.fill!=null||D!=0){let V=_.fill=new Path2D(w),N=o.fillTo(e,n,o.min,o.max,D),H=E(N),q=S(a[s]),G=S(a[r]);T==-1&&([G,q]=[q,G]),y(V,G,H),y(V,q,H)}if(!o.spanGaps){let V=[];F&&V.push(...Vf(a,l,s,r,T,S,t)),_.gaps=V=o.gaps(e,n,s,r,V),_.clip=Xh(V,c.ori,f,p,x,m)}return z!=0&&(_.band=z==2?[Es(e,n,s,r,w,-1),Es(e,n,s,r,w,1)]:Es(e,n,s,r,w,z)),_})}function nA(i){let t=we(i.align,1),e=we(i.ascDesc,!1),n=we(i.alignGaps,0),s=we(i.extend,!1);return(r,o,a,l)=>yr(r,o,(c,h,u,d,f,p,x,m,g,S,E)=>{[a,l]=Vh(u,a,l);let y=c.pxRound,{left:R,width:T}=r.bbox,_=K=>y(p(K,d,S,m)),w=K=>y(x(K,f,E,g)),F=d.ori==0?Ao:To,I={stroke:new Path2D,fill:null,clip:null,band:null,gaps:null,flags:bo},D=I.stroke,z=d.dir*(d.ori==0?1:-1),V=w(u[z==1?a:l]),N=_(h[z==1?a:l]),H=N,q=N;s&&t==-1&&(q=R,F(D,q,V)),F(D,N,V);for(let K=z==1?a:l;K>=a&&K<=l;K+=z){let et=u[K];if(et==null)continue;let dt=_(h[K]),ut=w(et);t==1?F(D,dt,V):F(D,H,ut),F(D,dt,ut),V=ut,H=dt}let G=H;s&&t==1&&(G=R+T,F(D,G,V));let[lt,$]=kf(r,o);if(c.fill!=null||lt!=0){let K=I.fill=new Path2D(D),et=c.fillTo(r,o,c.min,c.max,lt),dt=w(et);F(K,G,dt),F(K,q,dt)}if(!c.spanGaps){let K=[];K.push(...Vf(h,u,a,l,z,_,n));let et=c.width*Te/2,dt=e||t==1?et:-et,ut=e||t==-1?-et:et;K.forEach(tt=>{tt[0]+=dt,tt[1]+=ut}),I.gaps=K=c.gaps(r,o,a,l,K),I.clip=Xh(K,d.ori,m,g,S,E)}return $!=0&&(I.band=$==2?[Es(r,o,a,l,D,-1),Es(r,o,a,l,D,1)]:Es(r,o,a,l,D,$)),I})}function M0(i,t,e,n,s,r,o=Fe){if(i.length>1){let a=null;for(let l=0,c=1/0;l<i.length;l++)if(t[l]!==void 0){if(a!=null){let h=yn(i[l]-i[a]);h<c&&(c=h,o=yn(e(i[l],n,s,r)-e(i[a],n,s,r)))}a=l}}return o}function iA(i){i=i||el;let t=we(i.size,[.6,Fe,1]),e=i.align||0,n=i.gap||0,s=i.radius;s=s==null?[0,0]:typeof s=="number"?[s,0]:s;let r=ve(s),o=1-t[0],a=we(t[1],Fe),l=we(t[2],1),c=we(i.disp,el),h=we(i.each,f=>{}),{fill:u,stroke:d}=c;return(f,p,x,m)=>yr(f,p,(g,S,E,y,R,T,_,w,F,I,D)=>{let z=g.pxRound,V=e,N=n*Te,H=a*Te,q=l*Te,G,lt;y.ori==0?[G,lt]=r(f,p):[lt,G]=r(f,p);let $=y.dir*(y.ori==0?1:-1),K=y.ori==0?$h:Gf,et=y.ori==0?h:(Ct,Kt,ae,bt,Ue,Vt,Zt)=>{h(Ct,Kt,ae,Ue,bt,Zt,Vt)},dt=we(f.bands,Uf).find(Ct=>Ct.series[0]==p),ut=dt!=null?dt.dir:0,tt=g.fillTo(f,p,g.min,g.max,ut),mt=z(_(tt,R,D,F)),xt,Et,Mt,qt=I,oe=z(g.width*Te),Wt=!1,fe=null,he=null,se=null,Xe=null;u!=null&&(oe==0||d!=null)&&(Wt=!0,fe=u.values(f,p,x,m),he=new Map,new Set(fe).forEach(Ct=>{Ct!=null&&he.set(Ct,new Path2D)}),oe>0&&(se=d.values(f,p,x,m),Xe=new Map,new Set(se).forEach(Ct=>{Ct!=null&&Xe.set(Ct,new Path2D)})));let{x0:Be,size:rn}=c;if(Be!=null&&rn!=null){V=1,S=Be.values(f,p,x,m),Be.unit==2&&(S=S.map(ae=>f.posToVal(w+ae*I,y.key,!0)));let Ct=rn.values(f,p,x,m);rn.unit==2?Et=Ct[0]*I:Et=T(Ct[0],y,I,w)-T(0,y,I,w),qt=M0(S,E,T,y,I,w,qt),Mt=qt-Et+N}else qt=M0(S,E,T,y,I,w,qt),Mt=qt*o+N,Et=qt-Mt;Mt<1&&(Mt=0),oe>=Et/2&&(oe=0),Mt<5&&(z=I0);let De=Mt>0,Sn=qt-Mt-(De?oe:0);Et=z(bf(Sn,q,H)),xt=(V==0?Et/2:V==$?0:Et)-V*$*((V==0?N/2:0)+(De?oe/2:0));let Se={stroke:null,fill:null,clip:null,band:null,gaps:null,flags:0},fn=Wt?null:new Path2D,Je=null;if(dt!=null)Je=f.data[dt.series[1]];else{let{y0:Ct,y1:Kt}=c;Ct!=null&&Kt!=null&&(E=Kt.values(f,p,x,m),Je=Ct.values(f,p,x,m))}let on=G*Et,B=lt*Et;for(let Ct=$==1?x:m;Ct>=x&&Ct<=m;Ct+=$){let Kt=E[Ct];if(Kt==null)continue;if(Je!=null){let X=Je[Ct]??0;if(Kt-X==0)continue;mt=_(X,R,D,F)}let ae=y.distr!=2||c!=null?S[Ct]:Ct,bt=T(ae,y,I,w),Ue=_(we(Kt,tt),R,D,F),Vt=z(bt-xt),Zt=z(Qn(Ue,mt)),P=z(Bi(Ue,mt)),M=Zt-P;if(Kt!=null){let X=Kt<0?B:on,ht=Kt<0?on:B;Wt?(oe>0&&se[Ct]!=null&&K(Xe.get(se[Ct]),Vt,P+mi(oe/2),Et,Qn(0,M-oe),X,ht),fe[Ct]!=null&&K(he.get(fe[Ct]),Vt,P+mi(oe/2),Et,Qn(0,M-oe),X,ht)):K(fn,Vt,P+mi(oe/2),Et,Qn(0,M-oe),X,ht),et(f,p,Ct,Vt-oe/2,P,Et+oe,M)}}return oe>0?Se.stroke=Wt?Xe:fn:Wt||(Se._fill=g.width==0?g._fill:g._stroke??g._fill,Se.width=0),Se.fill=Wt?he:fn,Se})}function sA(i,t){let e=we(t?.alignGaps,0);return(n,s,r,o)=>yr(n,s,(a,l,c,h,u,d,f,p,x,m,g)=>{[r,o]=Vh(c,r,o);let S=a.pxRound,E=G=>S(d(G,h,m,p)),y=G=>S(f(G,u,g,x)),R,T,_;h.ori==0?(R=qh,_=Ao,T=s_):(R=Yh,_=To,T=r_);let w=h.dir*(h.ori==0?1:-1),F=E(l[w==1?r:o]),I=F,D=[],z=[];for(let G=w==1?r:o;G>=r&&G<=o;G+=w)if(c[G]!=null){let $=l[G],K=E($);D.push(I=K),z.push(y(c[G]))}let V={stroke:i(D,z,R,_,T,S),fill:null,clip:null,band:null,gaps:null,flags:bo},N=V.stroke,[H,q]=kf(n,s);if(a.fill!=null||H!=0){let G=V.fill=new Path2D(N),lt=a.fillTo(n,s,a.min,a.max,H),$=y(lt);_(G,I,$),_(G,F,$)}if(!a.spanGaps){let G=[];G.push(...Vf(l,c,r,o,w,E,e)),V.gaps=G=a.gaps(n,s,r,o,G),V.clip=Xh(G,h.ori,p,x,m,g)}return q!=0&&(V.band=q==2?[Es(n,s,r,o,N,-1),Es(n,s,r,o,N,1)]:Es(n,s,r,o,N,q)),V})}function rA(i){return sA(oA,i)}function oA(i,t,e,n,s,r){let o=i.length;if(o<2)return null;let a=new Path2D;if(e(a,i[0],t[0]),o==2)n(a,i[1],t[1]);else{let l=Array(o),c=Array(o-1),h=Array(o-1),u=Array(o-1);for(let d=0;d<o-1;d++)h[d]=t[d+1]-t[d],u[d]=i[d+1]-i[d],c[d]=h[d]/u[d];l[0]=c[0];for(let d=1;d<o-1;d++)c[d]===0||c[d-1]===0||c[d-1]>0!=c[d]>0?l[d]=0:(l[d]=3*(u[d-1]+u[d])/((2*u[d]+u[d-1])/c[d-1]+(u[d]+2*u[d-1])/c[d]),isFinite(l[d])||(l[d]=0));l[o-1]=c[o-2];for(let d=0;d<o-1;d++)s(a,i[d]+u[d]/3,t[d]+l[d]*u[d]/3,i[d+1]-u[d]/3,t[d+1]-l[d+1]*u[d]/3,i[d+1],t[d+1])}return a}var Ef=new Set;function b0(){for(let i of Ef)i.syncRect(!0)}wo&&(_r(kw,yo,b0),_r(Vw,yo,b0,!0),_r(Bh,yo,()=>{vn.pxRatio=Te}));var aA=l_(),lA=o_();function w0(i,t,e,n){return(n?[i[0],i[1]].concat(i.slice(2)):[i[0]].concat(i.slice(1))).map((r,o)=>Rf(r,o,t,e))}function cA(i,t){return i.map((e,n)=>n==0?{}:dn({},t,e))}function Rf(i,t,e,n){return dn({},t==0?e:n,i)}function c_(i,t,e){return t==null?So:[t,e]}var hA=c_;function uA(i,t,e){return t==null?So:zh(t,e,Df,!0)}function h_(i,t,e,n){return t==null?So:Gh(t,e,i.scales[n].log,!1)}var dA=h_;function u_(i,t,e,n){return t==null?So:Lf(t,e,i.scales[n].log,!1)}var fA=u_;function pA(i,t,e,n,s){let r=Qn(n0(i),n0(t)),o=t-i,a=Oi(s/n*o,e);do{let l=e[a],c=n*l/o;if(c>=s&&r+(l<5?Zs.get(l):0)<=17)return[l,c]}while(++a<e.length);return[0,0]}function A0(i){let t,e;return i=i.replace(/(\d+)px/,(n,s)=>(t=xn((e=+s)*Te))+"px"),[i,t,e]}function mA(i){i.show&&[i.font,i.labelFont].forEach(t=>{let e=Oe(t[2]*Te,1);t[0]=t[0].replace(/[0-9.]+px/,e+"px"),t[1]=e})}function vn(i,t,e){let n={mode:we(i.mode,1)},s=n.mode;function r(v,b,L,U){let W=b.valToPct(v);return U+L*(b.dir==-1?1-W:W)}function o(v,b,L,U){let W=b.valToPct(v);return U+L*(b.dir==-1?W:1-W)}function a(v,b,L,U){return b.ori==0?r(v,b,L,U):o(v,b,L,U)}n.valToPosH=r,n.valToPosV=o;let l=!1;n.status=0;let c=n.root=Ai(Mw);if(i.id!=null&&(c.id=i.id),pi(c,i.class),i.title){let v=Ai(Aw,c);v.textContent=i.title}let h=Fi("canvas"),u=n.ctx=h.getContext("2d"),d=Ai(Tw,c);_r("click",d,v=>{v.target===p&&(ke!=Pr||qe!=Ir)&&Rn.click(n,v)},!0);let f=n.under=Ai(Ew,d);d.appendChild(h);let p=n.over=Ai(Rw,d);i=Mo(i);let x=+we(i.pxAlign,1),m=S0(x);(i.plugins||[]).forEach(v=>{v.opts&&(i=v.opts(n,i)||i)});let g=i.ms||.001,S=n.series=s==1?w0(i.series||[],p0,y0,!1):cA(i.series||[null],x0),E=n.axes=w0(i.axes||[],f0,g0,!0),y=n.scales={},R=n.bands=i.bands||[];R.forEach(v=>{v.fill=ve(v.fill||null),v.dir=we(v.dir,-1)});let T=s==2?S[1].facets[0].scale:S[0].scale,_={axes:hs,series:me},w=(i.drawOrder||["axes","series"]).map(v=>_[v]);function F(v){let b=v.distr==3?L=>Ts(L>0?L:v.clamp(n,L,v.min,v.max,v.key)):v.distr==4?L=>mf(L,v.asinh):v.distr==100?L=>v.fwd(L):L=>L;return L=>{let U=b(L),{_min:W,_max:J}=v,at=J-W;return(U-W)/at}}function I(v){let b=y[v];if(b==null){let L=(i.scales||el)[v]||el;if(L.from!=null){I(L.from);let U=dn({},y[L.from],L,{key:v});U.valToPct=F(U),y[v]=U}else{b=y[v]=dn({},v==T?Q0:K1,L),b.key=v;let U=b.time,W=b.range,J=$s(W);if((v!=T||s==2&&!U)&&(J&&(W[0]==null||W[1]==null)&&(W={min:W[0]==null?Qg:{mode:1,hard:W[0],soft:W[0]},max:W[1]==null?Qg:{mode:1,hard:W[1],soft:W[1]}},J=!1),!J&&Wh(W))){let at=W;W=(ft,vt,Dt)=>vt==null?So:zh(vt,Dt,at)}b.range=ve(W||(U?hA:v==T?b.distr==3?dA:b.distr==4?fA:c_:b.distr==3?h_:b.distr==4?u_:uA)),b.auto=ve(J?!1:b.auto),b.clamp=ve(b.clamp||J1),b._min=b._max=null,b.valToPct=F(b)}}}I("x"),I("y"),s==1&&S.forEach(v=>{I(v.scale)}),E.forEach(v=>{I(v.scale)});for(let v in i.scales)I(v);let D=y[T],z=D.distr,V,N;D.ori==0?(pi(c,bw),V=r,N=o):(pi(c,ww),V=o,N=r);let H={};for(let v in y){let b=y[v];(b.min!=null||b.max!=null)&&(H[v]={min:b.min,max:b.max},b.min=b.max=null)}let q=i.tzDate||(v=>new Date(xn(v/g))),G=i.fmtDate||Ff,lt=g==1?b1(q):T1(q),$=h0(q,c0(g==1?M1:A1,G)),K=d0(q,u0(R1,G)),et=[],dt=n.legend=dn({},I1,i.legend),ut=n.cursor=dn({},O1,{drag:{y:s==2}},i.cursor),tt=dt.show,mt=ut.show,xt=dt.markers;dt.idxs=et,xt.width=ve(xt.width),xt.dash=ve(xt.dash),xt.stroke=ve(xt.stroke),xt.fill=ve(xt.fill);let Et,Mt,qt,oe=[],Wt=[],fe,he=!1,se={};if(dt.live){let v=S[1]?S[1].values:null;he=v!=null,fe=he?v(n,1,0):{_:0};for(let b in fe)se[b]=Pf}if(tt)if(Et=Fi("table",Nw,c),qt=Fi("tbody",null,Et),dt.mount(n,Et),he){Mt=Fi("thead",null,Et,qt);let v=Fi("tr",null,Mt);Fi("th",null,v);for(var Xe in fe)Fi("th",kg,v).textContent=Xe}else pi(Et,Fw),dt.live&&pi(Et,Uw);let Be={show:!0},rn={show:!1};function De(v,b){if(b==0&&(he||!dt.live||s==2))return So;let L=[],U=Fi("tr",Ow,qt,qt.childNodes[b]);pi(U,v.class),v.show||pi(U,gr);let W=Fi("th",null,U);if(xt.show){let ft=Ai(Bw,W);if(b>0){let vt=xt.width(n,b);vt&&(ft.style.border=vt+"px "+xt.dash(n,b)+" "+xt.stroke(n,b)),ft.style.background=xt.fill(n,b)}}let J=Ai(kg,W);v.label instanceof HTMLElement?J.appendChild(v.label):J.textContent=v.label,b>0&&(xt.show||(J.style.color=v.width>0?xt.stroke(n,b):xt.fill(n,b)),Se("click",W,ft=>{if(ut._lock)return;Qt(ft);let vt=S.indexOf(v);if((ft.ctrlKey||ft.metaKey)!=dt.isolate){let Dt=S.some((Nt,Ft)=>Ft>0&&Ft!=vt&&Nt.show);S.forEach((Nt,Ft)=>{Ft>0&&Hi(Ft,Dt?Ft==vt?Be:rn:Be,!0,hn.setSeries)})}else Hi(vt,{show:!v.show},!0,hn.setSeries)},!1),te&&Se(Wg,W,ft=>{ut._lock||(Qt(ft),Hi(S.indexOf(v),Dr,!0,hn.setSeries))},!1));for(var at in fe){let ft=Fi("td",zw,U);ft.textContent="--",L.push(ft)}return[U,L]}let Sn=new Map;function Se(v,b,L,U=!0){let W=Sn.get(b)||{},J=ut.bind[v](n,b,L,U);J&&(_r(v,b,W[v]=J),Sn.set(b,W))}function fn(v,b,L){let U=Sn.get(b)||{};for(let W in U)(v==null||W==v)&&(Mf(W,b,U[W]),delete U[W]);v==null&&Sn.delete(b)}let Je=0,on=0,B=0,Ct=0,Kt=0,ae=0,bt=Kt,Ue=ae,Vt=B,Zt=Ct,P=0,M=0,X=0,ht=0;n.bbox={};let ot=!1,_t=!1,yt=!1,nt=!1,st=!1,pt=!1;function O(v,b,L){(L||v!=n.width||b!=n.height)&&rt(v,b),ue(!1),yt=!0,_t=!0,Nn()}function rt(v,b){n.width=Je=B=v,n.height=on=Ct=b,Kt=ae=0,St(),Xt();let L=n.bbox;P=L.left=pr(Kt*Te,.5),M=L.top=pr(ae*Te,.5),X=L.width=pr(B*Te,.5),ht=L.height=pr(Ct*Te,.5)}let it=3;function wt(){let v=!1,b=0;for(;!v;){b++;let L=Er(b),U=Gi(b);v=b==it||L&&U,v||(rt(n.width,n.height),_t=!0)}}function gt({width:v,height:b}){O(v,b)}n.setSize=gt;function St(){let v=!1,b=!1,L=!1,U=!1;E.forEach((W,J)=>{if(W.show&&W._show){let{side:at,_size:ft}=W,vt=at%2,Dt=W.label!=null?W.labelSize:0,Nt=ft+Dt;Nt>0&&(vt?(B-=Nt,at==3?(Kt+=Nt,U=!0):L=!0):(Ct-=Nt,at==0?(ae+=Nt,v=!0):b=!0))}}),ki[0]=v,ki[1]=L,ki[2]=b,ki[3]=U,B-=Ri[1]+Ri[3],Kt+=Ri[3],Ct-=Ri[2]+Ri[0],ae+=Ri[0]}function Xt(){let v=Kt+B,b=ae+Ct,L=Kt,U=ae;function W(J,at){switch(J){case 1:return v+=at,v-at;case 2:return b+=at,b-at;case 3:return L-=at,L+at;case 0:return U-=at,U+at}}E.forEach((J,at)=>{if(J.show&&J._show){let ft=J.side;J._pos=W(ft,J._size),J.label!=null&&(J._lpos=W(ft,J.labelSize))}})}if(ut.dataIdx==null){let v=ut.hover,b=v.skip=new Set(v.skip??[]);b.add(void 0);let L=v.prox=ve(v.prox),U=v.bias??=0;ut.dataIdx=(W,J,at,ft)=>{if(J==0)return at;let vt=at,Dt=L(W,J,at,ft)??Fe,Nt=Dt>=0&&Dt<Fe,Ft=D.ori==0?B:Ct,re=ut.left,Ae=t[0],be=t[J];if(b.has(be[at])){vt=null;let ge=null,jt=null,Yt;if(U==0||U==-1)for(Yt=at;ge==null&&Yt-- >0;)b.has(be[Yt])||(ge=Yt);if(U==0||U==1)for(Yt=at;jt==null&&Yt++<be.length;)b.has(be[Yt])||(jt=Yt);if(ge!=null||jt!=null)if(Nt){let Ge=ge==null?-1/0:V(Ae[ge],D,Ft,0),Qe=jt==null?1/0:V(Ae[jt],D,Ft,0),An=re-Ge,Ne=Qe-re;An<=Ne?An<=Dt&&(vt=ge):Ne<=Dt&&(vt=jt)}else vt=jt==null?ge:ge==null?jt:at-ge<=jt-at?ge:jt}else Nt&&yn(re-V(Ae[at],D,Ft,0))>Dt&&(vt=null);return vt}}let Qt=v=>{ut.event=v};ut.idxs=et,ut._lock=!1;let ct=ut.points;ct.show=ve(ct.show),ct.size=ve(ct.size),ct.stroke=ve(ct.stroke),ct.width=ve(ct.width),ct.fill=ve(ct.fill);let Bt=n.focus=dn({},i.focus||{alpha:.3},ut.focus),te=Bt.prox>=0,Rt=te&&ct.one,ce=[],ze=[],kn=[];function Lo(v,b){let L=ct.show(n,b);if(L instanceof HTMLElement)return pi(L,Dw),pi(L,v.class),is(L,-10,-10,B,Ct),p.insertBefore(L,ce[b]),L}function wr(v,b){if(s==1||b>0){let L=s==1&&y[v.scale].time,U=v.value;v.value=L?r0(U)?d0(q,u0(U,G)):U||K:U||Y1,v.label=v.label||(L?z1:B1)}if(Rt||b>0){v.width=v.width==null?1:v.width,v.paths=v.paths||aA||Kw,v.fillTo=ve(v.fillTo||j1),v.pxAlign=+we(v.pxAlign,x),v.pxRound=S0(v.pxAlign),v.stroke=ve(v.stroke||null),v.fill=ve(v.fill||null),v._stroke=v._fill=v._paths=v._focus=null;let L=$1(Qn(1,v.width),1),U=v.points=dn({},{size:L,width:Qn(1,L*.2),stroke:v.stroke,space:L*2,paths:lA,_stroke:null,_fill:null},v.points);U.show=ve(U.show),U.filter=ve(U.filter),U.fill=ve(U.fill),U.stroke=ve(U.stroke),U.paths=ve(U.paths),U.pxAlign=v.pxAlign}if(tt){let L=De(v,b);oe.splice(b,0,L[0]),Wt.splice(b,0,L[1]),dt.values.push(null)}if(mt){et.splice(b,0,null);let L=null;Rt?b==0&&(L=Lo(v,b)):b>0&&(L=Lo(v,b)),ce.splice(b,0,L),ze.splice(b,0,0),kn.splice(b,0,0)}wn("addSeries",b)}function yu(v,b){b=b??S.length,v=s==1?Rf(v,b,p0,y0):Rf(v,b,{},x0),S.splice(b,0,v),wr(S[b],b)}n.addSeries=yu;function ll(v){if(S.splice(v,1),tt){dt.values.splice(v,1),Wt.splice(v,1);let b=oe.splice(v,1)[0];fn(null,b.firstChild),b.remove()}mt&&(et.splice(v,1),ce.splice(v,1)[0].remove(),ze.splice(v,1),kn.splice(v,1)),wn("delSeries",v)}n.delSeries=ll;let ki=[!1,!1,!1,!1];function as(v,b){if(v._show=v.show,v.show){let L=v.side%2,U=y[v.scale];U==null&&(v.scale=L?S[1].scale:T,U=y[v.scale]);let W=U.time;v.size=ve(v.size),v.space=ve(v.space),v.rotate=ve(v.rotate),$s(v.incrs)&&v.incrs.forEach(at=>{!Zs.has(at)&&Zs.set(at,N0(at))}),v.incrs=ve(v.incrs||(U.distr==2?y1:W?g==1?S1:w1:mr)),v.splits=ve(v.splits||(W&&U.distr==1?lt:U.distr==3?wf:U.distr==4?G1:V1)),v.stroke=ve(v.stroke),v.grid.stroke=ve(v.grid.stroke),v.ticks.stroke=ve(v.ticks.stroke),v.border.stroke=ve(v.border.stroke);let J=v.values;v.values=$s(J)&&!$s(J[0])?ve(J):W?$s(J)?h0(q,c0(J,G)):r0(J)?E1(q,J):J||$:J||k1,v.filter=ve(v.filter||(U.distr>=3&&U.log==10?X1:U.distr==3&&U.log==2?q1:L0)),v.font=A0(v.font),v.labelFont=A0(v.labelFont),v._size=v.size(n,null,b,0),v._space=v._rotate=v._incrs=v._found=v._splits=v._values=null,v._size>0&&(ki[b]=!0,v._el=Ai(Cw,d))}}function ls(v,b,L,U){let[W,J,at,ft]=L,vt=b%2,Dt=0;return vt==0&&(ft||J)&&(Dt=b==0&&!W||b==2&&!at?xn(f0.size/3):0),vt==1&&(W||at)&&(Dt=b==1&&!J||b==3&&!ft?xn(g0.size/2):0),Dt}let Do=n.padding=(i.padding||[ls,ls,ls,ls]).map(v=>ve(we(v,ls))),Ri=n._padding=Do.map((v,b)=>v(n,b,ki,0)),Ke,nn=null,sn=null,Vi=s==1?S[0].idxs:null,si=null,Rs=!1;function No(v,b){if(t=v??[],n.data=n._data=t,s==2){Ke=0;for(let L=1;L<S.length;L++)Ke+=t[L][0].length}else{t.length==0&&(n.data=n._data=t=[[]]),si=t[0],Ke=si.length;let L=t;if(z==2){L=t.slice();let U=L[0]=Array(Ke);for(let W=0;W<Ke;W++)U[W]=W}n._data=t=L}if(ue(!0),wn("setData"),z==2&&(yt=!0),b!==!1){let L=D;L.auto(n,Rs)?Uo():Is(T,L.min,L.max),nt=nt||ut.left>=0,pt=!0,Nn()}}n.setData=No;function Uo(){Rs=!0;let v,b;s==1&&(Ke>0?(nn=Vi[0]=0,sn=Vi[1]=Ke-1,v=t[0][nn],b=t[0][sn],z==2?(v=nn,b=sn):v==b&&(z==3?[v,b]=Gh(v,v,D.log,!1):z==4?[v,b]=Lf(v,v,D.log,!1):D.time?b=v+xn(86400/g):[v,b]=zh(v,b,Df,!0))):(nn=Vi[0]=v=null,sn=Vi[1]=b=null)),Is(T,v,b)}let Ar,Cs,Tr,A,k,j,Y,Z,At,It;function Tt(v,b,L,U,W,J){v??=Gg,L??=Uf,U??="butt",W??=Gg,J??="round",v!=Ar&&(u.strokeStyle=Ar=v),W!=Cs&&(u.fillStyle=Cs=W),b!=Tr&&(u.lineWidth=Tr=b),J!=k&&(u.lineJoin=k=J),U!=j&&(u.lineCap=j=U),L!=A&&u.setLineDash(A=L)}function Lt(v,b,L,U){b!=Cs&&(u.fillStyle=Cs=b),v!=Y&&(u.font=Y=v),L!=Z&&(u.textAlign=Z=L),U!=At&&(u.textBaseline=At=U)}function kt(v,b,L,U,W=0){if(U.length>0&&v.auto(n,Rs)&&(b==null||b.min==null)){let J=we(nn,0),at=we(sn,U.length-1),ft=L.min==null?Xw(U,J,at,W,v.distr==3):[L.min,L.max];v.min=Bi(v.min,L.min=ft[0]),v.max=Qn(v.max,L.max=ft[1])}}let ne={min:null,max:null};function pe(){for(let U in y){let W=y[U];H[U]==null&&(W.min==null||H[T]!=null&&W.auto(n,Rs))&&(H[U]=ne)}for(let U in y){let W=y[U];H[U]==null&&W.from!=null&&H[W.from]!=null&&(H[U]=ne)}H[T]!=null&&ue(!0);let v={};for(let U in H){let W=H[U];if(W!=null){let J=v[U]=Mo(y[U],t1);if(W.min!=null)dn(J,W);else if(U!=T||s==2)if(Ke==0&&J.from==null){let at=J.range(n,null,null,U);J.min=at[0],J.max=at[1]}else J.min=Fe,J.max=-Fe}}if(Ke>0){S.forEach((U,W)=>{if(s==1){let J=U.scale,at=H[J];if(at==null)return;let ft=v[J];if(W==0){let vt=ft.range(n,ft.min,ft.max,J);ft.min=vt[0],ft.max=vt[1],nn=Oi(ft.min,t[0]),sn=Oi(ft.max,t[0]),sn-nn>1&&(t[0][nn]<ft.min&&nn++,t[0][sn]>ft.max&&sn--),U.min=si[nn],U.max=si[sn]}else U.show&&U.auto&&kt(ft,at,U,t[W],U.sorted);U.idxs[0]=nn,U.idxs[1]=sn}else if(W>0&&U.show&&U.auto){let[J,at]=U.facets,ft=J.scale,vt=at.scale,[Dt,Nt]=t[W],Ft=v[ft],re=v[vt];Ft!=null&&kt(Ft,H[ft],J,Dt,J.sorted),re!=null&&kt(re,H[vt],at,Nt,at.sorted),U.min=at.min,U.max=at.max}});for(let U in v){let W=v[U],J=H[U];if(W.from==null&&(J==null||J.min==null)){let at=W.range(n,W.min==Fe?null:W.min,W.max==-Fe?null:W.max,U);W.min=at[0],W.max=at[1]}}}for(let U in v){let W=v[U];if(W.from!=null){let J=v[W.from];if(J.min==null)W.min=W.max=null;else{let at=W.range(n,J.min,J.max,U);W.min=at[0],W.max=at[1]}}}let b={},L=!1;for(let U in v){let W=v[U],J=y[U];if(J.min!=W.min||J.max!=W.max){J.min=W.min,J.max=W.max;let at=J.distr;J._min=at==3?Ts(J.min):at==4?mf(J.min,J.asinh):at==100?J.fwd(J.min):J.min,J._max=at==3?Ts(J.max):at==4?mf(J.max,J.asinh):at==100?J.fwd(J.max):J.max,b[U]=L=!0}}if(L){S.forEach((U,W)=>{s==2?W>0&&b.y&&(U._paths=null):b[U.scale]&&(U._paths=null)});for(let U in b)yt=!0,wn("setScale",U);mt&&ut.left>=0&&(nt=pt=!0)}for(let U in H)H[U]=null}function zt(v){let b=bf(nn-1,0,Ke-1),L=bf(sn+1,0,Ke-1);for(;v[b]==null&&b>0;)b--;for(;v[L]==null&&L<Ke-1;)L++;return[b,L]}function me(){if(Ke>0){let v=S.some(b=>b._focus)&&It!=Bt.alpha;v&&(u.globalAlpha=It=Bt.alpha),S.forEach((b,L)=>{if(L>0&&b.show&&($e(L,!1),$e(L,!0),b._paths==null)){let U=It;It!=b.alpha&&(u.globalAlpha=It=b.alpha);let W=s==2?[0,t[L][0].length-1]:zt(t[L]);b._paths=b.paths(n,L,W[0],W[1]),It!=U&&(u.globalAlpha=It=U)}}),S.forEach((b,L)=>{if(L>0&&b.show){let U=It;It!=b.alpha&&(u.globalAlpha=It=b.alpha),b._paths!=null&&Pe(L,!1);{let W=b._paths!=null?b._paths.gaps:null,J=b.points.show(n,L,nn,sn,W),at=b.points.filter(n,L,J,W);(J||at)&&(b.points._paths=b.points.paths(n,L,nn,sn,at),Pe(L,!0))}It!=U&&(u.globalAlpha=It=U),wn("drawSeries",L)}}),v&&(u.globalAlpha=It=1)}}function $e(v,b){let L=b?S[v].points:S[v];L._stroke=L.stroke(n,v),L._fill=L.fill(n,v)}function Pe(v,b){let L=b?S[v].points:S[v],{stroke:U,fill:W,clip:J,flags:at,_stroke:ft=L._stroke,_fill:vt=L._fill,_width:Dt=L.width}=L._paths;Dt=Oe(Dt*Te,3);let Nt=null,Ft=Dt%2/2;b&&vt==null&&(vt=Dt>0?"#fff":ft);let re=L.pxAlign==1&&Ft>0;if(re&&u.translate(Ft,Ft),!b){let Ae=P-Dt/2,be=M-Dt/2,ge=X+Dt,jt=ht+Dt;Nt=new Path2D,Nt.rect(Ae,be,ge,jt)}b?Ut(ft,Dt,L.dash,L.cap,vt,U,W,at,J):Ie(v,ft,Dt,L.dash,L.cap,vt,U,W,at,Nt,J),re&&u.translate(-Ft,-Ft)}function Ie(v,b,L,U,W,J,at,ft,vt,Dt,Nt){let Ft=!1;vt!=0&&R.forEach((re,Ae)=>{if(re.series[0]==v){let be=S[re.series[1]],ge=t[re.series[1]],jt=(be._paths||el).band;$s(jt)&&(jt=re.dir==1?jt[0]:jt[1]);let Yt,Ge=null;be.show&&jt&&Yw(ge,nn,sn)?(Ge=re.fill(n,Ae)||J,Yt=be._paths.clip):jt=null,Ut(b,L,U,W,Ge,at,ft,vt,Dt,Nt,Yt,jt),Ft=!0}}),Ft||Ut(b,L,U,W,J,at,ft,vt,Dt,Nt)}let pn=bo|Tf;function Ut(v,b,L,U,W,J,at,ft,vt,Dt,Nt,Ft){Tt(v,b,L,U,W),(vt||Dt||Ft)&&(u.save(),vt&&u.clip(vt),Dt&&u.clip(Dt)),Ft?(ft&pn)==pn?(u.clip(Ft),Nt&&u.clip(Nt),xe(W,at),an(v,J,b)):ft&Tf?(xe(W,at),u.clip(Ft),an(v,J,b)):ft&bo&&(u.save(),u.clip(Ft),Nt&&u.clip(Nt),xe(W,at),u.restore(),an(v,J,b)):(xe(W,at),an(v,J,b)),(vt||Dt||Ft)&&u.restore()}function an(v,b,L){L>0&&(b instanceof Map?b.forEach((U,W)=>{u.strokeStyle=Ar=W,u.stroke(U)}):b!=null&&v&&u.stroke(b))}function xe(v,b){b instanceof Map?b.forEach((L,U)=>{u.fillStyle=Cs=U,u.fill(L)}):b!=null&&v&&u.fill(b)}function cs(v,b,L,U){let W=E[v],J;if(U<=0)J=[0,0];else{let at=W._space=W.space(n,v,b,L,U),ft=W._incrs=W.incrs(n,v,b,L,U,at);J=pA(b,L,ft,U,at)}return W._found=J}function ln(v,b,L,U,W,J,at,ft,vt,Dt){let Nt=at%2/2;x==1&&u.translate(Nt,Nt),Tt(ft,at,vt,Dt,ft),u.beginPath();let Ft,re,Ae,be,ge=W+(U==0||U==3?-J:J);L==0?(re=W,be=ge):(Ft=W,Ae=ge);for(let jt=0;jt<v.length;jt++)b[jt]!=null&&(L==0?Ft=Ae=v[jt]:re=be=v[jt],u.moveTo(Ft,re),u.lineTo(Ae,be));u.stroke(),x==1&&u.translate(-Nt,-Nt)}function Er(v){let b=!0;return E.forEach((L,U)=>{if(!L.show)return;let W=y[L.scale];if(W.min==null){L._show&&(b=!1,L._show=!1,ue(!1));return}else L._show||(b=!1,L._show=!0,ue(!1));let J=L.side,at=J%2,{min:ft,max:vt}=W,[Dt,Nt]=cs(U,ft,vt,at==0?B:Ct);if(Nt==0)return;let Ft=W.distr==2,re=L._splits=L.splits(n,U,ft,vt,Dt,Nt,Ft),Ae=W.distr==2?re.map(Yt=>si[Yt]):re,be=W.distr==2?si[re[1]]-si[re[0]]:Dt,ge=L._values=L.values(n,L.filter(n,Ae,U,Nt,be),U,Nt,be);L._rotate=J==2?L.rotate(n,ge,U,Nt):0;let jt=L._size;L._size=Ti(L.size(n,ge,U,v)),jt!=null&&L._size!=jt&&(b=!1)}),b}function Gi(v){let b=!0;return Do.forEach((L,U)=>{let W=L(n,U,ki,v);W!=Ri[U]&&(b=!1),Ri[U]=W}),b}function hs(){for(let v=0;v<E.length;v++){let b=E[v];if(!b.show||!b._show)continue;let L=b.side,U=L%2,W,J,at=b.stroke(n,v),ft=L==0||L==3?-1:1,[vt,Dt]=b._found;if(b.label!=null){let Hn=b.labelGap*ft,ai=xn((b._lpos+Hn)*Te);Lt(b.labelFont[0],at,"center",L==2?"top":Vg),u.save(),U==1?(W=J=0,u.translate(ai,xn(M+ht/2)),u.rotate((L==3?-Oh:Oh)/2)):(W=xn(P+X/2),J=ai);let Qs=P0(b.label)?b.label(n,v,vt,Dt):b.label;u.fillText(Qs,W,J),u.restore()}if(Dt==0)continue;let Nt=y[b.scale],Ft=U==0?X:ht,re=U==0?P:M,Ae=b._splits,be=Nt.distr==2?Ae.map(Hn=>si[Hn]):Ae,ge=Nt.distr==2?si[Ae[1]]-si[Ae[0]]:vt,jt=b.ticks,Yt=b.border,Ge=jt.show?jt.size:0,Qe=xn(Ge*Te),An=xn((b.alignTo==2?b._size-Ge-b.gap:b.gap)*Te),Ne=b._rotate*-Oh/180,tn=m(b._pos*Te),ri=(Qe+An)*ft,Gn=tn+ri;J=U==0?Gn:0,W=U==1?Gn:0;let _i=b.font[0],Ci=b.align==1?_o:b.align==2?df:Ne>0?_o:Ne<0?df:U==0?"center":L==3?df:_o,Xi=Ne||U==1?"middle":L==2?"top":Vg;Lt(_i,at,Ci,Xi);let oi=b.font[1]*b.lineGap,xi=Ae.map(Hn=>m(a(Hn,Nt,Ft,re))),Pi=b._values;for(let Hn=0;Hn<Pi.length;Hn++){let ai=Pi[Hn];if(ai!=null){U==0?W=xi[Hn]:J=xi[Hn],ai=""+ai;let Qs=ai.indexOf(`
`)==-1?[ai]:ai.split(/\n/gm);for(let Wn=0;Wn<Qs.length;Wn++){let Ap=Qs[Wn];Ne?(u.save(),u.translate(W,J+Wn*oi),u.rotate(Ne),u.fillText(Ap,0,0),u.restore()):u.fillText(Ap,W,J+Wn*oi)}}}jt.show&&ln(xi,jt.filter(n,be,v,Dt,ge),U,L,tn,Qe,Oe(jt.width*Te,3),jt.stroke(n,v),jt.dash,jt.cap);let qi=b.grid;qi.show&&ln(xi,qi.filter(n,be,v,Dt,ge),U,U==0?2:1,U==0?M:P,U==0?ht:X,Oe(qi.width*Te,3),qi.stroke(n,v),qi.dash,qi.cap),Yt.show&&ln([tn],[1],U==0?1:0,U==0?1:2,U==1?M:P,U==1?ht:X,Oe(Yt.width*Te,3),Yt.stroke(n,v),Yt.dash,Yt.cap)}wn("drawAxes")}function ue(v){S.forEach((b,L)=>{L>0&&(b._paths=null,v&&(s==1?(b.min=null,b.max=null):b.facets.forEach(U=>{U.min=null,U.max=null})))})}let je=!1,Vn=!1,Le=[];function cn(){Vn=!1;for(let v=0;v<Le.length;v++)wn(...Le[v]);Le.length=0}function Nn(){je||(a1(ap),je=!0)}function cl(v,b=!1){je=!0,Vn=b,v(n),ap(),b&&Le.length>0&&queueMicrotask(cn)}n.batch=cl;function ap(){if(ot&&(pe(),ot=!1),yt&&(wt(),yt=!1),_t){if(We(f,_o,Kt),We(f,"top",ae),We(f,Ka,B),We(f,ja,Ct),We(p,_o,Kt),We(p,"top",ae),We(p,Ka,B),We(p,ja,Ct),We(d,Ka,Je),We(d,ja,on),h.width=xn(Je*Te),h.height=xn(on*Te),E.forEach(({_el:v,_show:b,_size:L,_pos:U,side:W})=>{if(v!=null)if(b){let J=W===3||W===0?L:0,at=W%2==1;We(v,at?"left":"top",U-J),We(v,at?"width":"height",L),We(v,at?"top":"left",at?ae:Kt),We(v,at?"height":"width",at?Ct:B),Sf(v,gr)}else pi(v,gr)}),Ar=Cs=Tr=k=j=Y=Z=At=A=null,It=1,Bo(!0),Kt!=bt||ae!=Ue||B!=Vt||Ct!=Zt){ue(!1);let v=B/Vt,b=Ct/Zt;if(mt&&!nt&&ut.left>=0){ut.left*=v,ut.top*=b,Rr&&is(Rr,xn(ut.left),0,B,Ct),Cr&&is(Cr,0,xn(ut.top),B,Ct);for(let L=0;L<ce.length;L++){let U=ce[L];U!=null&&(ze[L]*=v,kn[L]*=b,is(U,Ti(ze[L]),Ti(kn[L]),B,Ct))}}if(Ve.show&&!st&&Ve.left>=0&&Ve.width>0){Ve.left*=v,Ve.width*=v,Ve.top*=b,Ve.height*=b;for(let L in Au)We(Lr,L,Ve[L])}bt=Kt,Ue=ae,Vt=B,Zt=Ct}wn("setSize"),_t=!1}Je>0&&on>0&&(u.clearRect(0,0,h.width,h.height),wn("drawClear"),w.forEach(v=>v()),wn("draw")),Ve.show&&st&&(hl(Ve),st=!1),mt&&nt&&(js(null,!0,!1),nt=!1),dt.show&&dt.live&&pt&&(bu(),pt=!1),l||(l=!0,n.status=1,wn("ready")),Rs=!1,je=!1}n.redraw=(v,b)=>{yt=b||!1,v!==!1?Is(T,D.min,D.max):Nn()};function vu(v,b){let L=y[v];if(L.from==null){if(Ke==0){let U=L.range(n,b.min,b.max,v);b.min=U[0],b.max=U[1]}if(b.min>b.max){let U=b.min;b.min=b.max,b.max=U}if(Ke>1&&b.min!=null&&b.max!=null&&b.max-b.min<1e-16)return;v==T&&L.distr==2&&Ke>0&&(b.min=Oi(b.min,t[0]),b.max=Oi(b.max,t[0]),b.min==b.max&&b.max++),H[v]=b,ot=!0,Nn()}}n.setScale=vu;let Su,Mu,Rr,Cr,lp,cp,Pr,Ir,hp,up,ke,qe,Ps=!1,Rn=ut.drag,Mn=Rn.x,bn=Rn.y;mt&&(ut.x&&(Su=Ai(Iw,p)),ut.y&&(Mu=Ai(Lw,p)),D.ori==0?(Rr=Su,Cr=Mu):(Rr=Mu,Cr=Su),ke=ut.left,qe=ut.top);let Ve=n.select=dn({show:!0,over:!0,left:0,width:0,top:0,height:0},i.select),Lr=Ve.show?Ai(Pw,Ve.over?p:f):null;function hl(v,b){if(Ve.show){for(let L in v)Ve[L]=v[L],L in Au&&We(Lr,L,v[L]);b!==!1&&wn("setSelect")}}n.setSelect=hl;function J_(v){if(S[v].show)tt&&Sf(oe[v],gr);else if(tt&&pi(oe[v],gr),mt){let L=Rt?ce[0]:ce[v];L!=null&&is(L,-10,-10,B,Ct)}}function Is(v,b,L){vu(v,{min:b,max:L})}function Hi(v,b,L,U){b.focus!=null&&ex(v),b.show!=null&&S.forEach((W,J)=>{J>0&&(v==J||v==null)&&(W.show=b.show,J_(J),s==2?(Is(W.facets[0].scale,null,null),Is(W.facets[1].scale,null,null)):Is(W.scale,null,null),Nn())}),L!==!1&&wn("setSeries",v,b),U&&zo("setSeries",n,v,b)}n.setSeries=Hi;function K_(v,b){dn(R[v],b)}function j_(v,b){v.fill=ve(v.fill||null),v.dir=we(v.dir,-1),b=b??R.length,R.splice(b,0,v)}function Q_(v){v==null?R.length=0:R.splice(v,1)}n.addBand=j_,n.setBand=K_,n.delBand=Q_;function tx(v,b){S[v].alpha=b,mt&&ce[v]!=null&&(ce[v].style.opacity=b),tt&&oe[v]&&(oe[v].style.opacity=b)}let us,Ls,Ks,Dr={focus:!0};function ex(v){if(v!=Ks){let b=v==null,L=Bt.alpha!=1;S.forEach((U,W)=>{if(s==1||W>0){let J=b||W==0||W==v;U._focus=b?null:J,L&&tx(W,J?1:Bt.alpha)}}),Ks=v,L&&Nn()}}tt&&te&&Se(Xg,Et,v=>{ut._lock||(Qt(v),Ks!=null&&Hi(null,Dr,!0,hn.setSeries))});function Wi(v,b,L){let U=y[b];L&&(v=v/Te-(U.ori==1?ae:Kt));let W=B;U.ori==1&&(W=Ct,v=W-v),U.dir==-1&&(v=W-v);let J=U._min,at=U._max,ft=v/W,vt=J+(at-J)*ft,Dt=U.distr;return Dt==3?vo(10,vt):Dt==4?Zw(vt,U.asinh):Dt==100?U.bwd(vt):vt}function nx(v,b){let L=Wi(v,T,b);return Oi(L,t[0],nn,sn)}n.valToIdx=v=>Oi(v,t[0]),n.posToIdx=nx,n.posToVal=Wi,n.valToPos=(v,b,L)=>y[b].ori==0?r(v,y[b],L?X:B,L?P:0):o(v,y[b],L?ht:Ct,L?M:0),n.setCursor=(v,b,L)=>{ke=v.left,qe=v.top,js(null,b,L)};function dp(v,b){We(Lr,_o,Ve.left=v),We(Lr,Ka,Ve.width=b)}function fp(v,b){We(Lr,"top",Ve.top=v),We(Lr,ja,Ve.height=b)}let Fo=D.ori==0?dp:fp,Oo=D.ori==1?dp:fp;function ix(){if(tt&&dt.live)for(let v=s==2?1:0;v<S.length;v++){if(v==0&&he)continue;let b=dt.values[v],L=0;for(let U in b)Wt[v][L++].firstChild.nodeValue=b[U]}}function bu(v,b){if(v!=null&&(v.idxs?v.idxs.forEach((L,U)=>{et[U]=L}):Qw(v.idx)||et.fill(v.idx),dt.idx=et[0]),tt&&dt.live){for(let L=0;L<S.length;L++)(L>0||s==1&&!he)&&sx(L,et[L]);ix()}pt=!1,b!==!1&&wn("setLegend")}n.setLegend=bu;function sx(v,b){let L=S[v],U=v==0&&z==2?si:t[v],W;he?W=L.values(n,v,b)??se:(W=L.value(n,b==null?null:U[b],v,b),W=W==null?se:{_:W}),dt.values[v]=W}function js(v,b,L){hp=ke,up=qe,[ke,qe]=ut.move(n,ke,qe),ut.left=ke,ut.top=qe,mt&&(Rr&&is(Rr,xn(ke),0,B,Ct),Cr&&is(Cr,0,xn(qe),B,Ct));let U,W=nn>sn;us=Fe,Ls=null;let J=D.ori==0?B:Ct,at=D.ori==1?B:Ct;if(ke<0||Ke==0||W){U=ut.idx=null;for(let ft=0;ft<S.length;ft++){let vt=ce[ft];vt!=null&&is(vt,-10,-10,B,Ct)}te&&Hi(null,Dr,!0,v==null&&hn.setSeries),dt.live&&(et.fill(U),pt=!0)}else{let ft,vt,Dt;s==1&&(ft=D.ori==0?ke:qe,vt=Wi(ft,T),U=ut.idx=Oi(vt,t[0],nn,sn),Dt=V(t[0][U],D,J,0));let Nt=-10,Ft=-10,re=0,Ae=0,be=!0,ge="",jt="";for(let Yt=s==2?1:0;Yt<S.length;Yt++){let Ge=S[Yt],Qe=et[Yt],An=Qe==null?null:s==1?t[Yt][Qe]:t[Yt][1][Qe],Ne=ut.dataIdx(n,Yt,U,vt),tn=Ne==null?null:s==1?t[Yt][Ne]:t[Yt][1][Ne];if(pt=pt||tn!=An||Ne!=Qe,et[Yt]=Ne,Yt>0&&Ge.show){let ri=Ne==null?-10:Ne==U?Dt:V(s==1?t[0][Ne]:t[Yt][0][Ne],D,J,0),Gn=tn==null?-10:N(tn,s==1?y[Ge.scale]:y[Ge.facets[1].scale],at,0);if(te&&tn!=null){let _i=D.ori==1?ke:qe,Ci=yn(Bt.dist(n,Yt,Ne,Gn,_i));if(Ci<us){let Xi=Bt.bias;if(Xi!=0){let oi=Wi(_i,Ge.scale),xi=tn>=0?1:-1,Pi=oi>=0?1:-1;Pi==xi&&(Pi==1?Xi==1?tn>=oi:tn<=oi:Xi==1?tn<=oi:tn>=oi)&&(us=Ci,Ls=Yt)}else us=Ci,Ls=Yt}}if(pt||Rt){let _i,Ci;D.ori==0?(_i=ri,Ci=Gn):(_i=Gn,Ci=ri);let Xi,oi,xi,Pi,qi,Hn,ai=!0,Qs=ct.bbox;if(Qs!=null){ai=!1;let Wn=Qs(n,Yt);xi=Wn.left,Pi=Wn.top,Xi=Wn.width,oi=Wn.height}else xi=_i,Pi=Ci,Xi=oi=ct.size(n,Yt);if(Hn=ct.fill(n,Yt),qi=ct.stroke(n,Yt),Rt)Yt==Ls&&us<=Bt.prox&&(Nt=xi,Ft=Pi,re=Xi,Ae=oi,be=ai,ge=Hn,jt=qi);else{let Wn=ce[Yt];Wn!=null&&(ze[Yt]=xi,kn[Yt]=Pi,jg(Wn,Xi,oi,ai),Jg(Wn,Hn,qi),is(Wn,Ti(xi),Ti(Pi),B,Ct))}}}}if(Rt){let Yt=Bt.prox,Ge=Ks==null?us<=Yt:us>Yt||Ls!=Ks;if(pt||Ge){let Qe=ce[0];Qe!=null&&(ze[0]=Nt,kn[0]=Ft,jg(Qe,re,Ae,be),Jg(Qe,ge,jt),is(Qe,Ti(Nt),Ti(Ft),B,Ct))}}}if(Ve.show&&Ps)if(v!=null){let[ft,vt]=hn.scales,[Dt,Nt]=hn.match,[Ft,re]=v.cursor.sync.scales,Ae=v.cursor.drag;if(Mn=Ae._x,bn=Ae._y,Mn||bn){let{left:be,top:ge,width:jt,height:Yt}=v.select,Ge=v.scales[Ft].ori,Qe=v.posToVal,An,Ne,tn,ri,Gn,_i=ft!=null&&Dt(ft,Ft),Ci=vt!=null&&Nt(vt,re);_i&&Mn?(Ge==0?(An=be,Ne=jt):(An=ge,Ne=Yt),tn=y[ft],ri=V(Qe(An,Ft),tn,J,0),Gn=V(Qe(An+Ne,Ft),tn,J,0),Fo(Bi(ri,Gn),yn(Gn-ri))):Fo(0,J),Ci&&bn?(Ge==1?(An=be,Ne=jt):(An=ge,Ne=Yt),tn=y[vt],ri=N(Qe(An,re),tn,at,0),Gn=N(Qe(An+Ne,re),tn,at,0),Oo(Bi(ri,Gn),yn(Gn-ri))):Oo(0,at)}else Tu()}else{let ft=yn(hp-lp),vt=yn(up-cp);if(D.ori==1){let re=ft;ft=vt,vt=re}Mn=Rn.x&&ft>=Rn.dist,bn=Rn.y&&vt>=Rn.dist;let Dt=Rn.uni;Dt!=null?Mn&&bn&&(Mn=ft>=Dt,bn=vt>=Dt,!Mn&&!bn&&(vt>ft?bn=!0:Mn=!0)):Rn.x&&Rn.y&&(Mn||bn)&&(Mn=bn=!0);let Nt,Ft;Mn&&(D.ori==0?(Nt=Pr,Ft=ke):(Nt=Ir,Ft=qe),Fo(Bi(Nt,Ft),yn(Ft-Nt)),bn||Oo(0,at)),bn&&(D.ori==1?(Nt=Pr,Ft=ke):(Nt=Ir,Ft=qe),Oo(Bi(Nt,Ft),yn(Ft-Nt)),Mn||Fo(0,J)),!Mn&&!bn&&(Fo(0,0),Oo(0,0))}if(Rn._x=Mn,Rn._y=bn,v==null){if(L){if(wp!=null){let[ft,vt]=hn.scales;hn.values[0]=ft!=null?Wi(D.ori==0?ke:qe,ft):null,hn.values[1]=vt!=null?Wi(D.ori==1?ke:qe,vt):null}zo(ff,n,ke,qe,B,Ct,U)}if(te){let ft=L&&hn.setSeries,vt=Bt.prox;Ks==null?us<=vt&&Hi(Ls,Dr,!0,ft):us>vt?Hi(null,Dr,!0,ft):Ls!=Ks&&Hi(Ls,Dr,!0,ft)}}pt&&(dt.idx=U,bu()),b!==!1&&wn("setCursor")}let Ds=null;Object.defineProperty(n,"rect",{get(){return Ds==null&&Bo(!1),Ds}});function Bo(v=!1){v?Ds=null:(Ds=p.getBoundingClientRect(),wn("syncRect",Ds))}function pp(v,b,L,U,W,J,at){ut._lock||Ps&&v!=null&&v.movementX==0&&v.movementY==0||(wu(v,b,L,U,W,J,at,!1,v!=null),v!=null?js(null,!0,!0):js(b,!0,!1))}function wu(v,b,L,U,W,J,at,ft,vt){if(Ds==null&&Bo(!1),Qt(v),v!=null)L=v.clientX-Ds.left,U=v.clientY-Ds.top;else{if(L<0||U<0){ke=-10,qe=-10;return}let[Dt,Nt]=hn.scales,Ft=b.cursor.sync,[re,Ae]=Ft.values,[be,ge]=Ft.scales,[jt,Yt]=hn.match,Ge=b.axes[0].side%2==1,Qe=D.ori==0?B:Ct,An=D.ori==1?B:Ct,Ne=Ge?J:W,tn=Ge?W:J,ri=Ge?U:L,Gn=Ge?L:U;if(be!=null?L=jt(Dt,be)?a(re,y[Dt],Qe,0):-10:L=Qe*(ri/Ne),ge!=null?U=Yt(Nt,ge)?a(Ae,y[Nt],An,0):-10:U=An*(Gn/tn),D.ori==1){let _i=L;L=U,U=_i}}vt&&(b==null||b.cursor.event.type==ff)&&((L<=1||L>=B-1)&&(L=pr(L,B)),(U<=1||U>=Ct-1)&&(U=pr(U,Ct))),ft?(lp=L,cp=U,[Pr,Ir]=ut.move(n,L,U)):(ke=L,qe=U)}let Au={width:0,height:0,left:0,top:0};function Tu(){hl(Au,!1)}let mp,gp,_p,xp;function yp(v,b,L,U,W,J,at){Ps=!0,Mn=bn=Rn._x=Rn._y=!1,wu(v,b,L,U,W,J,at,!0,!1),v!=null&&(Se(pf,yf,vp,!1),zo(Hg,n,Pr,Ir,B,Ct,null));let{left:ft,top:vt,width:Dt,height:Nt}=Ve;mp=ft,gp=vt,_p=Dt,xp=Nt}function vp(v,b,L,U,W,J,at){Ps=Rn._x=Rn._y=!1,wu(v,b,L,U,W,J,at,!1,!0);let{left:ft,top:vt,width:Dt,height:Nt}=Ve,Ft=Dt>0||Nt>0,re=mp!=ft||gp!=vt||_p!=Dt||xp!=Nt;if(Ft&&re&&hl(Ve),Rn.setScale&&Ft&&re){let Ae=ft,be=Dt,ge=vt,jt=Nt;if(D.ori==1&&(Ae=vt,be=Nt,ge=ft,jt=Dt),Mn&&Is(T,Wi(Ae,T),Wi(Ae+be,T)),bn)for(let Yt in y){let Ge=y[Yt];Yt!=T&&Ge.from==null&&Ge.min!=Fe&&Is(Yt,Wi(ge+jt,Yt),Wi(ge,Yt))}Tu()}else ut.lock&&(ut._lock=!ut._lock,js(b,!0,v!=null));v!=null&&(fn(pf,yf),zo(pf,n,ke,qe,B,Ct,null))}function rx(v,b,L,U,W,J,at){if(ut._lock)return;Qt(v);let ft=Ps;if(Ps){let vt=!0,Dt=!0,Nt=10,Ft,re;D.ori==0?(Ft=Mn,re=bn):(Ft=bn,re=Mn),Ft&&re&&(vt=ke<=Nt||ke>=B-Nt,Dt=qe<=Nt||qe>=Ct-Nt),Ft&&vt&&(ke=ke<Pr?0:B),re&&Dt&&(qe=qe<Ir?0:Ct),js(null,!0,!0),Ps=!1}ke=-10,qe=-10,et.fill(null),js(null,!0,!0),ft&&(Ps=ft)}function Sp(v,b,L,U,W,J,at){ut._lock||(Qt(v),Uo(),Tu(),v!=null&&zo(qg,n,ke,qe,B,Ct,null))}function Mp(){E.forEach(mA),O(n.width,n.height,!0)}_r(Bh,yo,Mp);let Nr={};Nr.mousedown=yp,Nr.mousemove=pp,Nr.mouseup=vp,Nr.dblclick=Sp,Nr.setSeries=(v,b,L,U)=>{let W=hn.match[2];L=W(n,b,L),L!=-1&&Hi(L,U,!0,!1)},mt&&(Se(Hg,p,yp),Se(ff,p,pp),Se(Wg,p,v=>{Qt(v),Bo(!1)}),Se(Xg,p,rx),Se(qg,p,Sp),Ef.add(n),n.syncRect=Bo);let ul=n.hooks=i.hooks||{};function wn(v,b,L){Vn?Le.push([v,b,L]):v in ul&&ul[v].forEach(U=>{U.call(null,n,b,L)})}(i.plugins||[]).forEach(v=>{for(let b in v.hooks)ul[b]=(ul[b]||[]).concat(v.hooks[b])});let bp=(v,b,L)=>L,hn=dn({key:null,setSeries:!1,filters:{pub:i0,sub:i0},scales:[T,S[1]?S[1].scale:null],match:[s0,s0,bp],values:[null,null]},ut.sync);hn.match.length==2&&hn.match.push(bp),ut.sync=hn;let wp=hn.key,Eu=t_(wp);function zo(v,b,L,U,W,J,at){hn.filters.pub(v,b,L,U,W,J,at)&&Eu.pub(v,b,L,U,W,J,at)}Eu.sub(n);function ox(v,b,L,U,W,J,at){hn.filters.sub(v,b,L,U,W,J,at)&&Nr[v](null,b,L,U,W,J,at)}n.pub=ox;function ax(){Eu.unsub(n),Ef.delete(n),Sn.clear(),Mf(Bh,yo,Mp),c.remove(),Et?.remove(),wn("destroy")}n.destroy=ax;function Ru(){wn("init",i,t),No(t||i.data,!1),H[T]?vu(T,H[T]):Uo(),st=Ve.show&&(Ve.width>0||Ve.height>0),nt=pt=!0,O(i.width,i.height)}return S.forEach(wr),E.forEach(as),e?e instanceof HTMLElement?(e.appendChild(c),Ru()):e(n,Ru):Ru(),n}vn.assign=dn;vn.fmtNum=Nf;vn.rangeNum=zh;vn.rangeLog=Gh;vn.rangeAsinh=Lf;vn.orient=yr;vn.pxRatio=Te;vn.join=o1;vn.fmtDate=Ff,vn.tzDate=_1;vn.sync=t_;{vn.addGap=Q1,vn.clipGaps=Xh;let i=vn.paths={points:o_};i.linear=l_,i.stepped=nA,i.bars=iA,i.spline=rA}var zi=["#3d6fb4","#d98327","#3a9273","#a8478a","#84743a","#b5443b","#4fa3c4","#8d6cb8"],gA=2e-5,[_A,xA]=[150,112],yA={rad:"Angles",m:"Positions",J:"Energy","rad/s":"Turning","m/s":"Velocities",N:"Forces","N m":"Moments",W:"Power","m/s\xB2":"Accelerations","rad/s\xB2":"Angular accelerations"};function d_(i){return getComputedStyle(document.documentElement).getPropertyValue(i).trim()}function vA(i,t){if(i===null||!Number.isFinite(i))return[-1,1];let e=Math.max(Math.abs(i),Math.abs(t));return t-i<=gA*e?e===0?[-1,1]:[i-.1*e,t+.1*e]:vn.rangeNum(i,t,.08,!0)}var Hf=class{constructor(t,e){this.plots=t,this.unit=e,this.names=[],this.caption=Q("figcaption"),this.box=Q("div",{class:"curves"}),this.now=Q("div",{class:"now"}),this.figure=Q("figure",{},this.caption,this.box),this.values=new Map}build(){let{main:t,span:e}=this.plots;this.chart?.destroy(),this.caption.replaceChildren(Q("b",{},yA[this.unit]??"Signals"),Q("small",{},this.axes())),this.values.clear();let n=[{}];for(let[a,l]of this.order())for(let c of l)n.push(this.series(c,a===t));this.names.forEach((a,l)=>this.caption.append(this.chip(a,l)));let[,s]=bh(e),r={stroke:d_("--soft"),grid:{stroke:d_("--rule"),width:1},ticks:{show:!1},font:"11px system-ui, sans-serif"},o={width:Math.max(120,this.box.clientWidth),height:this.plots.height,legend:{show:!1},pxAlign:0,padding:[10,14,0,0],cursor:{drag:{x:!0,y:!1,setScale:!1},points:{show:!1},x:!1,y:!1},select:{show:!0},scales:{x:{time:!1,range:()=>this.plots.shownRange()},y:{range:(a,l,c)=>vA(l,c)}},axes:[{...r,size:22,gap:3,values:(a,l)=>l.map(c=>Number((c/s).toPrecision(6)))},{...r,size:48,gap:4,values:(a,l)=>l.map(ye)}],series:n,hooks:{setSelect:[a=>this.selected(a)],draw:[()=>this.moveNow()]}};this.chart=new vn(o,this.table(),this.box),this.chart.over.append(this.now),this.chart.over.addEventListener("dblclick",()=>this.plots.zoom(null)),this.chart.over.addEventListener("click",a=>this.clicked(a))}order(){let{motions:t,main:e}=this.plots;return[e,...t.keys()].filter((s,r)=>r===0||s!==e).map(s=>[s,this.names.filter(r=>t[s].signals.has(r))]).filter(([,s])=>s.length)}table(){return vn.join(this.order().map(([t,e])=>{let n=this.plots.motions[t];return[n.curveTimes,...e.map(s=>n.signals.get(s).values)]}))}renew(){this.chart.setData(this.table())}axes(){let[t]=bh(this.plots.span);return[`${this.unit?`${this.unit}, `:""}over ${t}`,this.plots.motions[this.plots.main].curves.told].filter(Boolean).join(" \xB7 ")}series(t,e){return{stroke:zi[this.names.indexOf(t)%zi.length],width:e?1.6:1.2,dash:e?void 0:[5,4],spanGaps:!0,points:{show:!1}}}chip(t,e){let n=Q("em");this.values.set(t,n);let s=Q("button",{class:"remove","aria-label":`remove ${t}`,onclick:()=>this.plots.remove(t)},"\xD7");return Q("span",{class:"chip",title:t},Th(zi[e%zi.length]),t," ",n,s)}clicked(t){if(this.dragged){this.dragged=!1;return}let e=this.chart.over.getBoundingClientRect();this.plots.seek(this.chart.posToVal(t.clientX-e.left,"x"))}selected(t){let{left:e,width:n}=t.select;if(n<6)return;this.dragged=!0;let s=[t.posToVal(e,"x"),t.posToVal(e+n,"x")];t.setSelect({left:0,top:0,width:0,height:0},!1),this.plots.zoom(s)}moveNow(){if(!this.chart)return;let t=this.chart.valToPos(this.plots.t,"x"),e=t>=-1&&t<=this.chart.over.clientWidth+1;this.now.style.transform=`translateX(${e?t.toFixed(2):-9}px)`;let n=this.plots.motions[this.plots.main];for(let[s,r]of this.values){let o=n.signals.get(s);o&&(r.textContent=ye(Ch(n.curveTimes,o.values,this.plots.t)))}}},Zh=class{constructor(t,e,n,s){Object.assign(this,{host:t,motions:e,player:n,changed:s}),this.main=0,this.cards=new Map,this.t=n.t,this.span=n.span||1,this.range=null,new ResizeObserver(()=>this.resize()).observe(t)}get height(){return this.cards.size>2&&innerWidth>760?xA:_A}get names(){return[...this.cards.values()].flatMap(t=>t.names)}unitOf(t){return this.motions.map(e=>e.signals.get(t)?.unit).find(e=>e!==void 0)}addAll(t){let e=new Set(t.map(n=>this.place(n)).filter(Boolean));for(let n of e)n.build();this.resize(),this.changed()}add(t){let e=this.place(t);return e?.build(),this.resize(),this.changed(),!!e}place(t){let e=this.unitOf(t);if(e===void 0)return;if(!this.cards.has(e)){let s=new Hf(this,e);this.cards.set(e,s),this.host.append(s.figure)}let n=this.cards.get(e);return n.names.includes(t)||n.names.push(t),n}remove(t){let e=this.cards.get(this.unitOf(t));e&&(e.names=e.names.filter(n=>n!==t),e.names.length?e.build():(e.chart.destroy(),e.figure.remove(),this.cards.delete(e.unit),this.resize()),this.changed())}rebuild(t=this.main){this.main=t;for(let e of this.cards.values())e.build()}renew(){for(let t of this.cards.values())t.renew()}shownRange(){return this.range?this.range:this.window?[Math.max(this.player.whole[1],this.window)-this.window,Math.max(this.player.whole[1],this.window)]:[this.player.whole[0],this.player.whole[0]+this.span]}zoom(t){this.range=t;for(let e of this.cards.values())e.chart.setScale("x",{min:this.shownRange()[0],max:this.shownRange()[1]});this.player.keep(t)}seek(t){this.player.seek(t)}move(t){this.t=t;for(let e of this.cards.values())e.moveNow()}resize(){for(let t of this.cards.values()){let e=t.box.clientWidth,n=t.chart&&(Math.abs(e-t.chart.width)>1||t.chart.height!==this.height);e&&n&&t.chart.setSize({width:e,height:this.height})}}},Jh=class{constructor(t,e){this.plots=e,this.input=Q("input",{id:"pick",type:"search",placeholder:"add a signal: type a part of its name",autocomplete:"off",spellcheck:"false","aria-label":"add a signal"}),this.list=Q("ul",{id:"found",hidden:!0}),t.append(this.input,this.list),this.input.addEventListener("input",()=>this.find()),this.input.addEventListener("focus",()=>this.find()),this.input.addEventListener("blur",()=>setTimeout(()=>this.list.hidden=!0,150)),this.input.addEventListener("keydown",n=>{n.key==="Enter"&&this.list.firstChild?.dispatchEvent(new Event("pick")),n.key==="Escape"&&this.input.blur()})}find(){let t=this.input.value.toLowerCase().split(/\s+/).filter(Boolean),n=[...new Set(this.plots.motions.flatMap(o=>[...o.signals.keys()]))].filter(o=>!this.plots.names.includes(o)&&t.every(a=>o.toLowerCase().includes(a)));n.sort((o,a)=>t.length&&(o.toLowerCase().startsWith(t[0])?-1:0)-(a.toLowerCase().startsWith(t[0])?-1:0));let s=n.slice(0,80).map(o=>{let a=()=>{this.plots.add(o),this.input.value="",this.find()};return Q("li",{onpointerdown:l=>{l.preventDefault(),a()},onpick:a},o,Q("small",{},this.plots.unitOf(o)))}),{left_out:r}=this.plots.motions[this.plots.main].curves;n.length>s.length&&s.push(Q("li",{class:"rest"},`and ${n.length-s.length} more`)),n.length||s.push(Q("li",{class:"rest"},"no signal of this name")),r&&s.push(Q("li",{class:"rest"},r)),this.list.replaceChildren(...s),this.list.hidden=document.activeElement!==this.input}};var Eo=210,[Wf,Kh,vr]=[52,24,10],SA=240,jh=1e-7,Xf=12,MA=.5,bA=.05,Qh=class{constructor(t,e){Object.assign(this,{page:t,live:e,rests:[],chosen:0,trail:[]}),this.choice=Q("select",{id:"rests-choice","aria-label":"state of rest",onchange:()=>this.choose(Number(this.choice.value))}),this.canvas=Q("canvas",{"aria-label":"eigenvalues in the complex plane"}),this.about=Q("p",{class:"about"}),this.modes=Q("ul",{}),this.figure=Q("figure",{id:"rests"},Q("figcaption",{},Q("b",{},"At rest"),this.choice),this.canvas,this.about,this.modes),new ResizeObserver(()=>this.draw()).observe(this.figure),this.ask(!0)}ask(t){this.live.post({seeds:this.rests.map(({row:e})=>e),looks:t})}take(t,e){let n=this.rests[this.chosen];this.rests=t.map(r=>({...r,roots:r.roots.map(o=>o.map(a=>Math.abs(a)<=jh*tu(r)?0:a))}));let s=n?t.map(({row:r})=>Math.max(...r.map((o,a)=>Math.abs(o-n.row[a])))):[];this.chosen=n?Math.max(0,s.indexOf(Math.min(...s))):Math.max(0,t.findIndex(r=>f_(r)!=="unstable")),s.length&&s[this.chosen]>MA&&(this.trail=[]),t.length&&(this.trail=[...this.trail,...this.now.roots].slice(-SA)),this.tell(),e&&this.show()}get now(){return this.rests[this.chosen]}choose(t){this.chosen=t,this.trail=[],this.tell(),this.show()}tell(){let{rests:t,now:e}=this;this.choice.replaceChildren(...t.map((n,s)=>Q("option",{value:s},`${s+1} of ${t.length}: ${f_(n)}`))),this.choice.value=this.chosen,this.choice.hidden=!t.length,this.modes.replaceChildren(...e?wA(e).map(n=>Q("li",{},n)):[]),this.about.textContent=e?this.place(e):"No state of rest was found with these numbers.",this.draw()}place({row:t,undetermined:e}){let{names:n,units:s}=this.live.told.rest,r=n.slice(0,Xf).map((a,l)=>`${a} = ${ye(Math.abs(t[l])<1e-9?0:t[l])}${s[l]?` ${s[l]}`:""}`);n.length>Xf&&r.push(`and ${n.length-Xf} more`);let o=e?`; ${e} direction${e>1?"s are":" is"} not determined`:"";return r.join(", ")+o}draw(){let t=this.figure.clientWidth-20;if(!(t>60))return;let e=Math.min(2,devicePixelRatio);if(Object.assign(this.canvas,{width:t*e,height:Eo*e}),this.canvas.style.height=`${Eo}px`,this.canvas.hidden=!this.now?.roots.length,this.canvas.hidden)return;let n=this.canvas.getContext("2d");n.scale(e,e);let s=[...this.trail,...this.now.roots],r=bA*Math.max(...s.map(u=>Math.hypot(...u))),[o,a]=[0,1].map(u=>AA(s.map(d=>d[u]),r)),l=u=>Wf+(u-o[0])/(o[1]-o[0])*(t-Wf-vr),c=u=>Eo-Kh-(u-a[0])/(a[1]-a[0])*(Eo-Kh-vr);n.fillStyle=zi[1],n.globalAlpha=.07,n.fillRect(l(0),vr,t-vr-l(0),Eo-Kh-vr),n.globalAlpha=1,Dh(n,[Wf,vr,t-vr,Eo-Kh],{x:o,y:a,toX:l,toY:c});let h=([u,d],f)=>{n.beginPath(),n.arc(l(u),c(d),f,0,2*Math.PI),n.fill()};n.fillStyle=zi[0],n.globalAlpha=.25;for(let u of this.trail)h(u,1.8);n.globalAlpha=1;for(let u of this.now.roots)n.fillStyle=zi[u[0]>jh*tu(this.now)?1:0],h(u,4.5)}show(){this.withdraw();let{page:t,now:e}=this;if(!e||this.live.play.isOn)return;let{motion:n}=t,s=Float64Array.from([n.times[0],n.times.at(-1)]),{names:r,units:o}=this.live.told.signals;this.ghost={...n,label:"at rest",scene:structuredClone(n.scene),times:s,curveTimes:s,poses:e.poses,loadValues:e.arrows,events:[],signals:new Map(r.map((a,l)=>[a,{name:a,unit:o[l],values:e.signals[l]}]))},t.addGhost(this.ghost)}withdraw(){let t=this.page.data.motions.indexOf(this.ghost);this.ghost=void 0,t>0&&this.page.removeGhost(t)}remove(){this.withdraw(),this.figure.remove()}},tu=({roots:i})=>Math.max(1e-300,...i.map(([t,e])=>Math.hypot(t,e)));function f_(i){let t=jh*tu(i),e=i.roots.filter(n=>!i.undetermined||Math.hypot(...n)>t);return e.some(([n])=>n>t)?"unstable":e.length?e.every(([n])=>n<-t)?"asymptotically stable":e.every(n=>Math.hypot(...n)>t)?"undamped":"small motions do not tell":i.roots.length?"small motions do not tell":"nothing can move"}function wA(i){let t=jh*tu(i);return i.roots.filter(([,e])=>e>=-t).map(([e,n])=>{let s=e>t?`grows, twice as much after ${ye(Math.LN2/e)} s`:e<-t?`fades, half after ${ye(-Math.LN2/e)} s`:"neither grows nor fades",r=`${ye(Math.abs(e)<=t?0:e)}${n>t?` \xB1 ${ye(n)} i`:""} 1/s`,o=n>t?`, ${ye(n/(2*Math.PI))} Hz`:"";return`${r}: ${s}${o}`})}function AA(i,t){let[e,n]=[Math.min(0,...i),Math.max(0,...i)],s=Math.max(.12*(n-e),t)||1;return[e-s,n+s]}function p_([i,t,e,n,s,r,o,a,l],c=[0,0,0,1]){let h=[1+i-s-l,1-i+s-l,1-i-s+l,1+i+s+l],u=[[h[0],t+n,e+o,a-r],[t+n,h[1],r+a,e-o],[e+o,r+a,h[2],n-t],[a-r,e-o,n-t,h[3]]][h.indexOf(Math.max(...h))]??[NaN,NaN,NaN,NaN],d=Math.hypot(...u)*(u.reduce((f,p,x)=>f+p*c[x],0)<0?-1:1);return u.map(f=>f/d)}var TA=8e3,EA=160,RA=1e-5,CA=" The position is nearly singular there; a page that is made with method=da.methods.IndexThree(step) passes such positions.",m_={parameter:"Parameters",input:"Inputs",start:"At the start"},eu=class{constructor(t,e){Object.assign(this,{page:t,told:e}),this.sliders=e.sliders,this.author=Object.fromEntries(this.sliders.map(({name:n,value:s})=>[n,s])),this.values={...this.author},this.rows=new Map,this.id=0,this.done=-1,this.patience=TA,this.play=new Lh(t,this),this.kept=new Ph(t,this),this.card=this.settingsCard(),this.readAddress(),this.show(),addEventListener("hashchange",()=>{this.address()!==location.hash&&(this.readAddress(),this.changed(this.remark))}),this.begin()}async begin(){try{if(!window.WebAssembly)throw new Error("this browser has no WebAssembly");let t=URL.createObjectURL(new Blob(['(()=>{var g=class{constructor(t,s){Object.assign(this,{run:t,...s})}begin(){let{run:t}=this,{states:s}=t.arrays;for(let e of this.states)s[e]=0;t.place(t.arrays.spans[0],s),t.call("begin","begin_p");let r=t.told.sizes.n;s.set(t.arrays.results.subarray(0,r));let o=t.arrays.results[r],n=o<0?void 0:this.decide(o);return this.first=this.changes(()=>0,e=>s[e]),n}decide(t){let{run:s}=this,{states:r,inputs:o,spans:n,results:e}=s.arrays,{n:i}=s.told.sizes;return s.place(n[0],r),o[1+i+s.arrays.extra.length]=t,s.call(`action${this.actions[t]}`,"p")>=0&&e.subarray(0,i).every(Number.isFinite)?(r.set(e.subarray(0,i)),this.points.find(({undecided:c})=>r[c]>1.5)?.name):this.point(t).name}get count(){return this.points.length*this.kinds.length}point(t){return this.points[Math.floor(t/this.kinds.length)]}broken(t,s,r=0){let{run:o}=this;o.place(t,s,r),o.call("guard","p");let{results:n}=o.arrays,e=Math.max(0,...this.forces.map(a=>Math.abs(n[a]))),i=-Math.max(1e-9,1e-8*e);return[...this.forces.filter(a=>n[a]<i),...this.gaps.filter(a=>n[a]<-1e-8)]}settle(){let{run:t}=this,[s]=this.broken(t.arrays.spans[0],t.arrays.states);if(s!==void 0)return this.actions[s]<0?this.point(s).name:this.decide(s)}missed(t){let{times:s,outputs:r}=this.run.arrays,{n:o}=this.run.told.sizes;for(let n=1;n<t;n++){let[e]=this.broken(s[n],r,n*o);if(e!==void 0)return{t:s[n],name:this.point(e).name}}}words(t,s,r){let{n:o}=this.run.told.sizes,[n,e]=[s+2,s+2+o],[i,a]=[this.point(r),this.kinds[r%this.kinds.length]];if(t[e+i.undecided]>.5)return[];let c=u=>(this.told[u]??[]).map(p=>t[e+o+p]),l=a==="bounce"||c("impulses").some(Boolean),h=c("until").map((u,p)=>u&&`${this.points[p].name} comes to rest`).filter(Boolean),d=l?[`${i.name} ${a==="slip"?"stops":"impact"}`]:[],y=a==="slip"&&i.way!==null&&t[n+i.way]*t[e+i.way]<0?[`${i.name} turns`]:[];return[...d,...h,...y,...this.changes(u=>t[n+u],u=>t[e+u])]}changes(t,s){return this.points.filter(({mode:r})=>t(r)!==s(r)).map(({name:r,words:o,mode:n})=>`${r} ${o[Math.round(s(n))]}`)}};async function k(f){let t=Uint8Array.from(atob(f),r=>r.charCodeAt(0)),s=new Blob([t]).stream().pipeThrough(new DecompressionStream("deflate"));return new Uint8Array(await new Response(s).arrayBuffer())}var I=2e3,$=12,j=30,R=40,L=1e-13,F=1e-9,M=1e-7,A=6,B=2048,U=2,C=.02,_=1e-6,D=.001,N=class f{static async of(t){let s=new WebAssembly.Memory({initial:t.memory.pages}),r=new WebAssembly.Table({initial:2,element:"anyfunc"}),o=new WebAssembly.Global({value:"i32",mutable:!0},t.stack),n={__linear_memory:s,__indirect_function_table:r,__stack_pointer:o,sin:Math.sin,cos:Math.cos,tan:Math.tan},{instance:e}=await WebAssembly.instantiate(await k(t.code),{env:n});return r.set(1,e.exports[t.entries.stop]),new f(t,s,e.exports)}constructor(t,s,r){this.told=t,this.exports=r,this.arrays={},this.places={};for(let[n,{at:e,length:i,kind:a}]of Object.entries(t.memory.arrays))this.places[n]=e,this.arrays[n]=a==="i64"?new BigInt64Array(s.buffer,e,i):new Float64Array(s.buffer,e,i);this.width=Object.values(t.outputs).reduce((n,e)=>n+e.reduce((i,a)=>i*a,1),0);let{values:o}=t.memory.arrays.spans;this.wholeSpan=Number(o[1])-Number(o[0]),this.hasRows=t.residuals[0]+t.residuals[1]>0,this.pointers=t.arguments.map(n=>this.places[n]),this.contacts=t.contacts?new g(this,t.contacts):void 0,this.fill()}fill(){for(let[t,{values:s,kind:r}]of Object.entries(this.told.memory.arrays))s&&s.forEach((o,n)=>this.arrays[t][n]=r==="i64"?BigInt(o):Number(o==="inf"?1/0:o==="-inf"?-1/0:o))}author(t){let[s,r]=this.told.varied[t][0];return this.told.memory.arrays[s].values[r]}value(t){let s=this.told.varied[t].find(([r])=>r==="states");return this.arrays.states[s[1]]}put(t,s){for(let[r,o]of this.told.varied[t])this.arrays[r][o]=s}set(t){this.fill();let s=Object.keys(t).filter(u=>this.told.varied[u]),r=s.map(u=>[u,this.told.varied[u].find(([p,w])=>p==="states"&&w<this.told.sizes.states)]).filter(([,u])=>u),o=this.hasRows&&s.some(u=>t[u]!==this.author(u))?$:1;for(let u=1;u<=o;u++){for(let p of s)this.put(p,u===o?t[p]:this.author(p)+u/o*(t[p]-this.author(p)));this.hasRows&&this.settle(r.map(([,p])=>p[1]))}s.some(u=>this.isOfParameters(u)&&t[u]!==this.author(u))&&this.decideRows();let n=this.impossible(),e=this.residual(),i=this.told.residuals[0]+this.told.residuals[1],a=Array.from(this.residuals()?.subarray(i)??[]),c=Math.max(0,...a.slice(0,this.told.residuals[2])),l=this.told.turned.find((u,p)=>a[this.told.residuals[2]+p]>0),h=Object.fromEntries(r.map(([u,p])=>[u,this.arrays.states[p[1]]])),d=r.filter(([u])=>!(Math.abs(h[u]-t[u])<=1e-6*Math.max(1,Math.abs(t[u])))).map(([u])=>u),m=e<=M&&!n,y=m?this.contacts?.begin():void 0;return{start:h,moved:d,residual:e,overlap:c,turned:l,impossible:n,undecided:y,isValid:m&&y===void 0}}isOfParameters(t){return this.told.varied[t].some(([s])=>s==="p")}decideRows(){let{switches:t,sizes:{q:s},caution:r}=this.told;if(!t.length)return;let{states:o}=this.arrays,n=o.slice(),e=[n];for(let a=1;a<=U;a++){for(let c=0;c<s;c++)o[c]+=C*Math.sin(7*a*(c+1))*Math.max(1,Math.abs(o[c]));this.settle([]),this.residual()<=M&&e.push(o.slice()),o.set(n)}this.dropImplied(e.map(a=>this.slopes(a)));let i=e.map(a=>this.pivots(a));for(let{pivot:a,typical:c}of t){let l=Math.max(...i.map(h=>h[a]).filter(Number.isFinite));if(l>0)for(let[h,d]of c)this.arrays[h][d]=r*l}}dropImplied(t){let s=t.map(()=>[]),r=({places:[[o,n]]})=>this.arrays[o][n];for(let{row:o,places:n}of[...this.told.switches].sort((e,i)=>r(i)-r(e))){let e=t.map((a,c)=>q(a[o],s[c])),i=e.some(({part:a})=>a>_);i&&e.forEach(({part:a,direction:c},l)=>a>_&&s[l].push(c));for(let[a,c]of n)this.arrays[a][c]=i?1:0}}slopes(t){let{q:s,u:r}=this.told.sizes,o=this.arrays.spans[0],n=t.slice(),e=Array.from(this.residuals(o,n)??[]),i=Array.from({length:r},(a,c)=>{n[s+c]+=1;let l=Array.from(this.residuals(o,n)??[]);return n[s+c]-=1,l});return e.map((a,c)=>i.map(l=>l[c]-a))}pivots(t){if(!this.told.entries.pivots)return[];this.place(this.arrays.spans[0],t),this.call("pivots","pivots_p");let s=1+Math.max(-1,...this.told.switches.map(({pivot:r})=>r));return Array.from(this.arrays.results.slice(0,s),Math.abs)}isSingularAtEnd(t){this.place(t,this.arrays.finals);let s=this.told.entries.pivots&&this.call("pivots","pivots_p")>=0?this.arrays.results:[];return this.told.switches.some(({pivot:r,typical:o})=>o.some(([n,e])=>Math.abs(s[r])<D*this.arrays[n][e]))}impossible(){let{asked:t}=this.told;if(t.length)return this.place(this.arrays.spans[0],this.arrays.states),this.call("bodies","bodies_p"),t.find((s,r)=>this.arrays.results[r]!==1)}settle(t){let{states:s}=this.arrays,{q:r,u:o}=this.told.sizes,[n,e]=this.told.residuals,i=s.slice(),a=(c,l)=>Array.from({length:l-c},(h,d)=>c+d).filter(h=>!t.includes(h));if(!(this.solve(0,n,a(0,r))&&this.solve(n,e,a(r,r+o)))){s.set(i);for(let c=0;c<R;c++)this.project()}for(let c=0;c<3;c++)this.project()}solve(t,s,r){if(!s)return!0;let{states:o}=this.arrays,n=()=>{let a=this.residuals();return a&&Array.from(a.subarray(t,t+s))},e=a=>a?Math.max(...a.map(Math.abs)):NaN,i=n();for(let a=0;a<j&&e(i)>L;a++){let c=r.map(y=>{let[u,p]=[o[y],1e-7*Math.max(1,Math.abs(o[y]))];o[y]=u+p;let w=n();o[y]=u-p;let S=n();return o[y]=u,i.map((Q,x)=>w&&S?(w[x]-S[x])/(2*p):NaN)}),l=V(c,i),h=r.map(y=>o[y]),d=1,m;do r.forEach((y,u)=>o[y]=h[u]-d*l[u]),m=n(),d/=2;while(!(e(m)<e(i))&&d>.001);if(!(e(m)<e(i))){r.forEach((y,u)=>o[y]=h[u]);break}i=m}return e(i)<=F}place(t,s,r=0){let{inputs:o,extra:n}=this.arrays,{n:e}=this.told.sizes;o[0]=t;for(let i=0;i<e;i++)o[1+i]=s[r+i];o.set(n,1+e)}call(t,s){let{inputs:r,results:o,other_work:n}=this.places;return Number(this.exports[this.told.entries[t]](r,this.places[s],o,n))}project(){if(!this.told.entries.project)return;this.place(this.arrays.spans[0],this.arrays.states),this.call("project","p");let t=this.arrays.results.subarray(0,this.told.sizes.states);t.every(Number.isFinite)&&this.arrays.states.set(t)}residual(){return this.residualAt(this.arrays.spans[0],this.arrays.states)}residuals(t=this.arrays.spans[0],s=this.arrays.states,r=0){return this.place(t,s,r),this.call("rows","rows_p")<0?null:this.arrays.results.subarray(0,this.told.residuals.reduce((o,n)=>o+n))}residualAt(t,s,r=0){let o=this.residuals(t,s,r);if(!o)return 1/0;let n=0;for(let e of o){if(!Number.isFinite(e))return 1/0;n=Math.max(n,Math.abs(e))}return n}slice(t,s=I){let{control:r,outputs:o}=this.arrays;return t||o.fill(NaN),r[0]=BigInt(s),r[1]=1n,r[2]=t?1n:0n,this.status=Number(this.exports[this.told.entries.run](...this.pointers)),this.isUnderWay=this.status===this.told.interrupted,this.isUnderWay}run(){for(let t=!1;this.slice(t);)t=!0;return this.outcome()}depart(){let{spans:t}=this.arrays;this.now=t[0],this.author_look=t[5],t.fill(NaN,A),t[4]=0}advance(t,s){let{spans:r,states:o,finals:n,summaries:e,events:i}=this.arrays,a=performance.now();r[5]=this.author_look>0?this.author_look:this.wholeSpan/B,[r[0],r[1],r[2],r[3]]=[this.now,this.now+t,0,0];let c=this.contacts?.settle();if(c!==void 0)return{status:1,reason:O(c),events:[]};for(let h=!1;this.slice(h,200);h=!0)if(performance.now()-a>s)return{isStuck:!0};let l=Object.fromEntries(this.told.summary.map((h,d)=>[h,e[d]]));return this.now=l.time,o.set(n),r[4]=l.step,r.set(e.subarray(this.told.summary.length,this.told.summary.length+r.length-A),A),{status:l.status,reason:this.reason(l),events:this.happened(l.n_events)}}happened(t){let{record:s}=this.told.sizes,{events:r}=this.arrays,o=[];for(let n=0;n<Math.min(t,r.length/s);n++){let[e,i]=r.subarray(n*s,n*s+2),c=i<(this.contacts?.count??0)?this.contacts.words(r,n*s,i):[this.told.events[i]];o.push(...c.map(l=>({name:l,t:e})))}return o}reason({status:t,terminal_event:s}){let r=this.contacts&&s>=0?this.contacts.point(s):void 0;return r?O(r.name):this.told.reasons[t]}change(t,s){let[r,o]=this.told.varied[t][0],n=this.arrays[r][o];if(n===s)return!0;let e=this.arrays.states.slice();if(this.put(t,s),r==="extra")return!0;this.arrays.spans[0]=this.now;let i=!this.impossible();return i&&this.hasRows&&(this.settle([]),this.residual()<=M&&this.decideRows()),i&&(!(this.hasRows||this.contacts)||this.residual()<=M)&&this.contacts?.begin()===void 0?!0:(this.put(t,n),this.arrays.states.set(e),i&&this.hasRows&&this.decideRows(),!1)}shownNow(){return this.place(this.now,this.arrays.states),this.call("shown","shown_p"),this.arrays.results.slice(0,this.width)}outcome(){let t=Object.fromEntries(this.told.summary.map((a,c)=>[a,this.arrays.summaries[c]]));if(this.isUnderWay){let{outputs:a,times:c}=this.arrays,{n:l}=this.told.sizes,h=0;for(;h<c.length&&!Number.isNaN(a[h*l]);)h+=1;return{native:this.status,isUnderWay:!0,count:h,time:c[Math.max(0,h-1)],times:c.slice(0,h),events:[]}}let s=t.stop_row,r=this.contacts?.missed(s),n=[...this.contacts?.first.map(a=>({name:a,t:this.arrays.spans[0]}))??[],...this.happened(t.n_events)],e=t.status>0&&this.isSingularAtEnd(t.time),i=t.terminal_event>=(this.contacts?.count??0)?this.told.events[t.terminal_event]:void 0;return{...t,isSingular:e,endedBy:i,native:this.status,reason:this.reason(t),count:s,missed:r,times:this.arrays.times.slice(0,s),events:n}}states(){return this.arrays.outputs.slice(0,this.outcome().count*this.told.sizes.n)}drawn(){let t=this.told.drawn;return t?(this.place(this.arrays.spans[0],this.arrays.states),this.call("drawn","drawn_p"),this.arrays.results.slice(0,t)):new Float64Array(0)}worst(t){let s={all:0,rows:0,t:0},{times:r,outputs:o}=this.arrays,n=this.told.residuals[0]+this.told.residuals[1];for(let e=0;e<t;e++){s.all=Math.max(s.all,this.residualAt(r[e],o,e*this.told.sizes.n));for(let i=0;i<n;i++){let a=Math.abs(this.arrays.results[i]);a>s.rows&&([s.rows,s.t]=[a,r[e]])}}return s}shown(t){let{n:s}=this.told.sizes,r=this.width,o=Array.from({length:r},()=>new Float64Array(t));for(let n=0;n<t;n++){this.place(this.arrays.times[n],this.arrays.outputs,n*s),this.call("shown","shown_p");for(let e=0;e<r;e++)o[e][n]=this.arrays.results[e]}return o}},O=f=>`what ${f} does here is decided in Python, which a page does not have`;function q(f,t){let s=e=>Math.hypot(...e),r=s(f);if(!(r>0))return{part:0,direction:f};let o=f.map(e=>e/r);for(let e=0;e<2;e++)for(let i of t){let a=i.reduce((c,l,h)=>c+l*o[h],0);o=o.map((c,l)=>c-a*i[l])}let n=s(o);return{part:n,direction:o.map(e=>e/n)}}function V(f,t){let s=t.length,r=t.map((e,i)=>t.map((a,c)=>f.reduce((l,h)=>l+h[i]*h[c],0))),o=1e-13*Math.max(...r.map((e,i)=>e[i]),1e-300),n=t.slice();for(let e=0;e<s;e++)r[e][e]+=o;for(let e=0;e<s;e++)for(let i=e+1;i<s;i++){let a=r[i][e]/r[e][e];for(let c=e;c<s;c++)r[i][c]-=a*r[e][c];n[i]-=a*n[e]}for(let e=s-1;e>=0;e--){for(let i=e+1;i<s;i++)n[e]-=r[e][i]*n[i];n[e]/=r[e][e]}return f.map(e=>e.reduce((i,a,c)=>i+a*n[c],0))}var T=[2,3,5,7,11,13,17,19,23,29,31,37,41,43,47,53],v=class{constructor(t,s){Object.assign(this,{run:t,told:s}),this.n=t.told.sizes.states}all(t,s){let r=performance.now(),o=[];for(let a of t)this.add(o,this.from(a));if(!s&&o.length)return o;let{q:n,u:e}=this.run.told.sizes,i=this.run.arrays.states.slice();i.fill(0,n,n+e),this.add(o,this.from(i));for(let a=1;a<=40&&performance.now()-r<120;a++){let c=i.slice();this.told.around.forEach((l,h)=>c[h]+=l*(2*W(a,T[h%T.length])-1)),this.add(o,this.from(c))}return o}add(t,s){s&&t.length<8&&!t.some(r=>this.isSame(s,r))&&t.push(s)}isSame(t,s){let r=(e,i)=>Math.abs(e-i)<=1e-6*Math.max(1,Math.abs(e)),o=Math.max(1,...s.roots.map(e=>Math.hypot(...e)));return t.roots.length===s.roots.length&&t.roots.every(([e,i])=>s.roots.some(a=>Math.hypot(e-a[0],i-a[1])<=1e-6*o))&&(t.undetermined>0||t.places.every((e,i)=>r(e,s.places[i])))}from(t){let{q:s,u:r}=this.run.told.sizes,o=t.slice();o.fill(0,s,s+r);let n=this.look(o);for(let a=0;n&&a<60;a++){let c=1;this.told.around.forEach((d,m)=>c=Math.min(c,.4*d/Math.max(1e-300,Math.abs(n.step[m]))));let l,h;for(let d=0;d<24&&!(l&&l.size<n.size);d++,c/=2)h=o.map((m,y)=>y<this.n?m+c*n.step[y]:m),l=this.look(h);if(!(l&&l.size<n.size))break;[o,n]=[h,l]}if(!n)return;let e=n.step.every((a,c)=>Math.abs(a)<=1e-7*Math.max(1,Math.abs(o[c]))),i=this.run.residualAt(this.run.arrays.spans[0],o)<=1e-6;return e&&i&&n.size<=1e-9*n.scale?this.rest(o,n):void 0}look(t){let{run:s,n:r}=this;s.place(s.arrays.spans[0],t);let o=s.call("rest","rest_p")>=0,{residual:n}=this.told,e=s.arrays.results.slice(0,n+r+2*r*r+1);if(!o||!e.every(Number.isFinite))return null;let[i,a,c,l]=[0,r,r+r*r,r+2*r*r].map(d=>n+d),h=d=>Math.sqrt(d.reduce((m,y)=>m+y*y,0));return{size:h(e.subarray(0,n)),step:e.subarray(i,a),A:e.subarray(a,c),allowed:e.subarray(c,l),scale:1+h(e.subarray(a,c)),undetermined:Math.round(e[l])}}places(t){let{run:s}=this;return s.place(s.arrays.spans[0],t),s.call("shown","shown_p"),s.arrays.results.slice(0,12*s.told.outputs.p[0])}rest(t,{A:s,allowed:r,scale:o,undetermined:n}){let{run:e,n:i}=this,a=z(r,z(s,r,i),i),c=0;for(let p=0;p<i;p++)c+=r[p*i+p],a[p*i+p]-=o;e.arrays.matrix.set(a.map((p,w)=>p+o*r[w]));let{matrix:l,roots:h,other_work:d}=e.places;if(Number(e.exports[e.told.entries.roots](l,h,d)))return;let m=Array.from({length:i},(p,w)=>[e.arrays.roots[w],e.arrays.roots[i+w]]),y=([p,w])=>Math.hypot(p+o,w),u=m.sort((p,w)=>y(w)-y(p)).slice(0,Math.round(c)).sort((p,w)=>w[0]-p[0]||w[1]-p[1]);return{row:t,roots:u,undetermined:n,places:this.places(t)}}};function z(f,t,s){let r=new Float64Array(s*s);for(let o=0;o<s;o++)for(let n=0;n<s;n++)if(f[o*s+n])for(let e=0;e<s;e++)r[o*s+e]+=f[o*s+n]*t[n*s+e];return r}function W(f,t){let[s,r]=[1,0];for(let o=f;o>0;o=Math.floor(o/t))s/=t,r+=s*(o%t);return r}function G([f,t,s,r,o,n,e,i,a],c=[0,0,0,1]){let l=[1+f-o-a,1-f+o-a,1-f-o+a,1+f+o+a],h=[[l[0],t+r,s+e,i-n],[t+r,l[1],n+i,s-e],[s+e,n+i,l[2],r-t],[i-n,s-e,r-t,l[3]]][l.indexOf(Math.max(...l))]??[NaN,NaN,NaN,NaN],d=Math.hypot(...h)*(h.reduce((m,y,u)=>m+y*c[u],0)<0?-1:1);return h.map(m=>m/d)}function P(f,t){let s=Array.from({length:4},()=>new Float64Array(t)),r=[0,0,0,1];for(let o=0;o<t;o++){let n=G(f.map(e=>e[o]),r);Number.isFinite(n[0])&&(r=n);for(let e=0;e<4;e++)s[e][o]=n[e]}return s}var H=12,J=100,Y=4e3,K=()=>new Promise(f=>{let{port1:t,port2:s}=new MessageChannel;t.onmessage=f,s.postMessage(0)}),E=class{constructor(t,s){Object.assign(this,{run:t,told:s}),s.rest&&(this.search=new v(t,s.rest))}async serve(){if(!this.isBusy){for(this.isBusy=!0;this.wish;){let t=this.wish;this.wish=void 0;try{await this.fulfil(t)}catch(s){postMessage({id:t.id,failure:s.message})}}this.isBusy=!1}}begun({values:t,author:s}){let{run:r}=this,o=this.told.sliders.filter(({kind:i})=>i==="start").map(({name:i})=>i),n=Object.fromEntries(Object.entries(t).filter(([i,a])=>a!==s[i])),e=r.set(t);return(!e.isValid||e.moved.length)&&o.some(i=>!Object.hasOwn(n,i))&&(e=r.set(n)),{...e,actual:Object.fromEntries(o.map(i=>[i,r.value(i)]))}}async fulfil(t){let{run:s}=this,{id:r,patience:o}=t,n=performance.now(),e=this.begun(t);if(!e.isValid){postMessage({id:r,start:e});return}let i=s.drawn(),a=n;for(let l=!1;s.slice(l,J);l=!0){let h=performance.now();if(h-n>o)break;if(!(h-a<H)&&(await K(),a=performance.now(),this.wish))return}let c=performance.now();this.tell(r,e,i,n,c)}rests({id:t,seeds:s,looks:r}){let{run:o}=this,n=this.search.all(s,r).map(e=>{o.place(o.arrays.spans[0],e.row),o.call("shown","shown_p");let{poses:i,signals:a,arrows:c}=this.arranged(Array.from(o.arrays.results.slice(0,o.width),l=>[l,l]),2);return{...e,poses:i,signals:a,arrows:c}});postMessage({id:t,rests:n,looks:r})}depart(t){let{run:s}=this,r=this.begun(t);r.isValid&&s.depart(),this.lastPoses=void 0,this.plain={...t.values},postMessage({id:t.id,start:r,drawn:s.drawn(),rows:r.isValid?[this.now()]:void 0,step:{}})}go({id:t,seconds:s,rows:r,values:o,pull:n}){let{run:e}=this,i=performance.now(),a=[];for(let[h,d]of Object.entries(o))this.isMoving(h)&&this.plain[h]!==d&&!e.change(h,d)&&a.push(h),this.plain[h]=d;this.pull(n);let c=[],l;for(let h=0;h<r&&!l?.status&&!l?.isStuck;h++)l=e.advance(s/r,Y),c.push({...this.now(),events:l.events});postMessage({id:t,step:l,refused:a,drawn:e.drawn(),rows:c,cost:performance.now()-i})}isMoving(t){return this.told.sliders.find(s=>s.name===t)?.kind!=="start"}pull(t){if(!this.told.pulls)return;let{run:s}=this;if(this.pulled!==void 0&&s.put(`pull.on.${this.pulled}`,0),this.pulled=t?.body,!!t){s.put(`pull.on.${t.body}`,1);for(let[r,o]of[["at",t.at],["to",t.to]])["x","y","z"].forEach((n,e)=>s.put(`pull.${r}.${n}`,o[e]));s.put("pull.stiffness",t.stiffness),s.put("pull.damping",t.damping)}}now(){let t=Array.from(this.run.shownNow(),i=>[i]),{poses:s,signals:r,arrows:o}=this.arranged(t,1),n=i=>Float64Array.from(i,([a])=>a),e=n(s);for(let i=0;i<e.length;i+=7){let a=this.lastPoses;if((a?e[i]*a[i]+e[i+1]*a[i+1]+e[i+2]*a[i+2]+e[i+3]*a[i+3]:1)<0)for(let l=0;l<4;l++)e[i+l]*=-1}return this.lastPoses=e,{t:this.run.now,poses:e,signals:n(r),arrows:n(o)}}tell(t,s,r,o,n){let{run:e}=this,i=e.outcome(),a=e.shown(i.count),c=e.worst(i.count),l=this.arranged(a,i.count),h={run:n-o,all:performance.now()-o},d=[...l.poses,...l.signals,...l.arrows].map(m=>m.buffer);postMessage({id:t,start:s,outcome:i,drawn:r,residual:c,costs:h,...l},d)}arranged(t,s){let{outputs:r}=this.told.run,o=d=>r[d].reduce((m,y)=>m*y,1),n=r.p[0],[e,i]=[t.slice(0,9*n),t.slice(9*n,12*n)],a=t.slice(12*n,12*n+o("signals")),c=t.slice(12*n+o("signals")),l=[];for(let d=0;d<n;d++)l.push(...P(e.slice(9*d,9*d+9),s),...i.slice(3*d,3*d+3));let h=[];for(let d of[3,0])for(let m=0;m<c.length;m+=6)h.push(...c.slice(m+d,m+d+3));return{poses:l,signals:a,arrows:h}}},b;onmessage=async({data:f})=>{if(f.told){try{b=new E(await N.of(f.told.run),f.told),postMessage({ready:!0})}catch(t){postMessage({failure:t.message})}return}f.seeds?b.rests(f):f.departs?b.depart(f):f.seconds!==void 0?b.go(f):(b.wish=f,b.serve())};})();\n'],{type:"text/javascript"}));this.worker=new Worker(t),this.worker.onmessage=({data:e})=>this.received(e),this.worker.onerror=e=>this.unable(e.message||"its worker cannot begin"),this.worker.postMessage({told:this.told})}catch(t){this.unable(t.message)}}unable(t){this.isUnable=!0,this.say(`Nothing can be simulated here: ${t}. The recorded motion is shown.`,"bad");for(let{range:e,box:n}of this.rows.values())e.disabled=n.disabled=!0}wish(){this.isReady&&(this.asked=performance.now(),this.post({patience:this.patience}))}post(t){return this.id+=1,this.worker.postMessage({id:this.id,values:{...this.values,...this.play.held},author:this.author,...t}),this.id}received(t){t.ready?(this.isReady=!0,this.wish()):t.failure!==void 0&&t.id===void 0?this.unable(t.failure):(this.done=t.id,t.failure!==void 0?this.say(`The run failed: ${t.failure}`,"bad"):t.rests?this.rest?.take(t.rests,t.looks):t.step?this.play.received(t):this.play.isOn||this.take(t))}take(t){let{start:e,outcome:n}=t;if(!e.isValid){this.say(`${Ih(e)} The motion before stays.`,"bad");return}this.actual=e.actual,this.show(),this.page.takeMotion(this.motionOf(t),t.drawn),this.costs={...t.costs,shown:performance.now()-this.asked},this.said(e,n,t.residual),this.rest?.ask(!1),clearTimeout(this.settling),this.settling=setTimeout(()=>this.settle(),EA)}settle(){this.page.settle(),this.rest?.ask(!0)}showRest(){!this.told.rest||!this.isReady||(this.rest&&this.rest.remove(),this.rest=this.rest?void 0:new Qh(this.page,this),this.rest&&this.kept.figure.before(this.rest.figure),this.card.querySelector("#at-rest").setAttribute("aria-pressed",!!this.rest))}said(t,e,n){let s=t.moved.map(r=>`${r} = ${ye(t.actual[r])}`);e.isUnderWay?this.say(`This takes long: stopped after ${this.patience/1e3} s, at t = ${ye(e.time)} s.`,"bad"):e.status>0&&e.endedBy?this.say(`${e.endedBy} ends the motion at t = ${ye(e.time)} s.`):e.status>0?this.say(`At t = ${ye(e.time)} s: ${e.reason}. What was reached is shown.${e.isSingular?CA:""}`,"bad"):e.missed?this.say(`${e.missed.name} pulls, slides or is passed at t = ${ye(e.missed.t)} s without an event that told so: what follows is not to be trusted.`,"bad"):n.rows>RA?this.say(`Constraints are missed by ${ye(n.rows)} at t = ${ye(n.t)} s: what follows is not to be trusted.`,"bad"):s.length?this.say(`The constraints do not allow this start; the nearest one is taken: ${s.join(", ")}.`):this.say(this.remark)}motionOf({outcome:t,poses:e,signals:n,arrows:s,residual:r,start:o}){let{names:a,units:l}=this.told.signals,c=this.told.arrows.length,h=0;for(let u=0;u<c;u++){let[d,f,p]=s.slice(3*u,3*u+3);for(let x=0;x<d.length;x++)h=Math.max(h,Math.hypot(d[x],f[x],p[x])||0)}return{times:t.times,curveTimes:t.times,poses:e,events:t.events,loadValues:s,signals:new Map(a.map((u,d)=>[u,{name:u,unit:l[d],values:n[d]}])),loads:{items:this.told.arrows.map((u,d)=>({...u,place:null,channel:3*(c+d)})),largest:h},trust:this.isAuthors?this.page.authorsTrust:{checks:[...this.told.run.residuals.some(Boolean)?[{mark:r.all<1e-6?"good":"bad",text:"constraints hold to",value:r.all.toExponential(1),remark:"along this run"}]:[],...t.isUnderWay?[]:[{mark:"",text:"steps",value:`${t.accepted}`,remark:`and ${t.rejected} rejected`}]],notes:[o.moved.length?"the start is the nearest one that the constraints allow":"",this.told.still.length?`drawn with the author's sizes: ${this.told.still.join(", ")}`:""].filter(Boolean)}}}get isAuthors(){return this.sliders.every(({name:t})=>this.values[t]===this.author[t])}bounds({name:t,least:e,most:n,unit:s}){return`${t} is from ${ye(e)} to ${ye(n)}${s?` ${s}`:""} here.`}set(t,e){let{slider:n}=this.rows.get(t),{least:s,most:r}=n,o=Math.min(r,Math.max(s,e));this.values[t]=o,this.changed(o===e?"":this.bounds(n),t)}changed(t="",e=void 0){this.remark=t,this.actual=void 0,this.show(),this.kept.renew(),this.writeAddress(),this.play.isRestDue=this.rest!==void 0,this.play.isOn?e===void 0||this.rows.get(e).slider.kind==="start"?this.play.restart():t&&this.say(t):this.wish()}reset(){this.values={...this.author},this.changed()}shownValue(t){if(Object.hasOwn(this.play.held,t))return this.play.held[t];let e=this.actual?.[t];return e!==void 0&&Math.abs(e-this.values[t])>1e-6*Math.max(1,Math.abs(e))?e:this.values[t]}address(){let t=this.sliders.filter(({name:e})=>this.values[e]!==this.author[e]).map(({name:e})=>`${encodeURIComponent(e)}=${this.values[e]}`);return t.length?`#${t.join("&")}`:""}writeAddress(){clearTimeout(this.writing),this.writing=setTimeout(()=>this.writeNow(),250)}writeNow(){try{history.replaceState(null,"",this.address()||location.pathname+location.search)}catch{}}readAddress(){this.values={...this.author};let[t,e]=[[],[]];for(let n of location.hash.slice(1).split("&").filter(Boolean)){let[s,r]=n.split("=").map(l=>{try{return decodeURIComponent(l)}catch{return l}}),o=this.sliders.find(l=>l.name===s),a=r?.trim()?Number(r):NaN;!o||!Number.isFinite(a)?t.push(n):(this.values[s]=Math.min(o.most,Math.max(o.least,a)),this.values[s]!==a&&e.push(this.bounds(o)))}this.remark=e.join(" "),t.length&&(this.remark=`The address says what this page does not know: ${t.join(", ").slice(0,120)}`)}settingsCard(){this.note=Q("p",{id:"live-said",role:"status",hidden:!0}),this.back=Q("button",{class:"tool",id:"authors",onclick:()=>this.reset()},"author's numbers");let e=Object.keys(m_).filter(n=>this.sliders.some(s=>s.kind===n)).map(n=>Q("ul",{"data-kind":n},Q("li",{class:"kind"},m_[n]),...this.sliders.filter(s=>s.kind===n).map(s=>this.row(s))));return Q("figure",{id:"settings"},Q("figcaption",{},Q("b",{},"Settings"),this.modes()),Q("div",{class:"groups"},...e),this.note,this.tools())}tools(){let t=Q("button",{class:"tool",id:"at-rest","aria-pressed":"false",title:"states of rest, and eigenvalues of small motions about them",onclick:()=>this.showRest()},"at rest");return Q("div",{class:"tools"},this.back,...this.told.rest?[t]:[],Q("button",{class:"tool",id:"keep",title:"as a ghost, with dashed curves",onclick:()=>this.kept.keep()},"keep beside"),Q("button",{class:"tool",id:"csv",title:"all signals over time, for spreadsheets",onclick:()=>this.page.saveNumbers()},"numbers as CSV"))}modes(){let{whole:t}=this.page.player,e=[["motion",`${ye(t[1]-t[0])} s`,"one motion from the start"],["play","play on","on and on: follow sliders, keys and the pointer"]];return Q("span",{class:"segment"},...e.map(([n,s,r])=>Q("button",{"data-mode":n,title:r,"aria-pressed":`${n==="motion"}`,onclick:()=>this.mode(n)},s)))}mode(t){if(!(!this.isReady||this.isUnable||t==="play"===this.play.isOn)){this.rest?.withdraw(),t==="play"?this.play.begin():this.play.end();for(let e of this.card.querySelectorAll("[data-mode]"))e.setAttribute("aria-pressed",e.dataset.mode===t);this.say("")}}row(t){let{name:e,least:n,most:s,step:r,unit:o}=t,a=n===0&&s===1&&r===1,l=a?Q("input",{type:"checkbox",role:"switch","aria-label":e,onchange:()=>this.set(e,l.checked?1:0)}):Q("input",{type:"range",min:n,max:s,step:r,"aria-label":e,oninput:()=>this.set(e,Number(l.value))}),c=Q("input",{type:"text",inputmode:"decimal","aria-label":`${e}, number`,class:"number",hidden:a}),h=()=>{let d=Number(c.value.replace(",",".").replace("\u2212","-"));c.value.trim()&&Number.isFinite(d)?d!==this.values[e]&&this.set(e,d):this.say(`${e} is a number, not \u201C${c.value.slice(0,30)}\u201D.`),this.show()};c.addEventListener("change",h),c.addEventListener("keydown",d=>{d.key==="Enter"&&c.blur()});let u=Q("li",{"data-name":e,class:a?"switch":""},Q("span",{class:"name",title:e},e),l,c,Q("small",{},o));return this.rows.set(e,{slider:t,row:u,range:l,box:c,isSwitch:a}),u}show(){for(let[t,{row:e,range:n,box:s,isSwitch:r}]of this.rows){let o=this.shownValue(t);if(r)n.checked=o===1;else{n.value=o;let{least:a,most:l}=this.rows.get(t).slider;n.style.setProperty("--part",`${100*(Math.min(l,Math.max(a,o))-a)/(l-a)}%`)}document.activeElement!==s&&(s.value=Number(o.toPrecision(5)).toString()),e.classList.toggle("changed",this.values[t]!==this.author[t]),e.classList.toggle("follows",o!==this.values[t]&&!Object.hasOwn(this.play.held,t))}this.back.disabled=this.isAuthors,this.tellEquations()}tellEquations(){let t=document.getElementById("equations"),e=this.sliders.filter(({kind:n})=>n!=="start");!t||!e.length||(this.letters??=Q("p",{class:"letters"}),this.letters.textContent=`now ${e.map(({name:n,unit:s})=>`${n} = ${ye(this.values[n])}${s?` ${s}`:""}`).join(", ")}`,t.append(this.letters))}say(t,e=""){this.note.textContent=t,this.note.hidden=!t,this.note.className=e}state(){return{ready:this.isReady===!0&&(this.play.isOn||this.done===this.id),unable:this.isUnable===!0,values:{...this.values},actual:this.actual??null,said:this.note.hidden?"":this.note.textContent,costs:this.costs??null,playing:this.play.isOn}}};function qf(i,t,e){for(let{path:n,at:s,count:r,place:o}of t){let a=Array.from(e.slice(s,s+r)),l=n.slice(0,-1).reduce((h,u)=>h[u],i),c=n[n.length-1];o?(l[c].p=a.slice(0,3),l[c].q=p_(a.slice(3))):l[c]=r===1?a[0]:a}}var PA="http://www.w3.org/1998/Math/MathML",IA=new Set(["+","\u2212","="]),LA="0.17em",DA=400;function y_(i){if(typeof i=="string")return document.createTextNode(i);let[t,e,...n]=i,s=document.createElementNS(PA,t);for(let[r,o]of Object.entries(e))s.setAttribute(r,o);return s.append(...n.map(y_)),s}var g_=i=>i.slice(2).map((t,e)=>({tree:t,breaks:e>0&&t[0]==="mo"&&IA.has(t[2])})),il=i=>({tree:i,breaks:!1}),Yf=i=>il(["mo",{},i]),v_=i=>[il(i)],__=i=>i[0]==="mn",NA=([i,{width:t}={}])=>i==="mspace"&&t===LA,x_=i=>i[0]==="mrow"||i[0]==="mfrac"?[Yf("("),il(i),Yf(")")]:[il(i)];function UA({tree:i}){if(i[0]==="mrow")return g_(i);if(i[0]!=="msup"||i[2][0]!=="mrow")return null;let[,t,e,n]=i,s=g_(e);return[...s.slice(0,-1),il(["msup",t,s[s.length-1].tree,n])]}function FA({tree:i}){return i[0]!=="mfrac"||__(i[2])&&__(i[3])?null:[...x_(i[2]),Yf("/"),...x_(i[3])]}function S_(i){let t=i.flatMap(({breaks:n},s)=>n&&s>0?[s]:[]);if(t.length)return[0,...t].map((n,s)=>i.slice(n,t[s]));for(let n of[UA,FA]){let s=i.map(n);if(s.every(o=>o===null))continue;let r=i.flatMap((o,a)=>s[a]??[o]);return S_(r)??[r]}let e=i.flatMap(({tree:n},s)=>NA(n)&&s+1<i.length?[s+1]:[]);return e.length?[0,...e].map((n,s)=>i.slice(n,e[s])):null}function $f(i){let t=i.map(({tree:e,breaks:n},s)=>n&&s===0?["mo",{...e[1],form:"infix"},...e.slice(2)]:e);return y_(["math",{display:"block"},t.length===1?t[0]:["mrow",{},...t]])}function OA(i,t,e){let n=[v_(t)],s=n.map($f);i.replaceChildren(...s);for(let r=0;r<n.length&&n.length<DA;){let o=s[r].getBoundingClientRect().width>e?S_(n[r]):null;if(!o){r+=1;continue}let a=o.map($f);s[r].replaceWith(...a),n.splice(r,1,...o),s.splice(r,1,...a)}}function M_(i,t){let e=i.map(o=>Q("div",{class:"line"},$f(v_(o)))),n=Q("div",{class:"lines"},...e),s=0,r=()=>{if(!n.clientWidth)return;s=n.clientWidth;let o=[n,e[0]].map(l=>getComputedStyle(l)).flatMap(({paddingLeft:l,paddingRight:c})=>[l,c]),a=s-o.reduce((l,c)=>l+parseFloat(c),0);i.forEach((l,c)=>OA(e[c],l,a)),t()};return new ResizeObserver(()=>{n.clientWidth!==s&&(r(),document.fonts.ready.then(r))}).observe(n),n}function w_({lines:i,note:t,links:e={}},{enter:n,leave:s,choose:r}){let o=()=>{for(let l of a.querySelectorAll("[data-name]")){let c=e[l.getAttribute("data-name")];c&&(l.classList.add("linked"),l.addEventListener("pointerenter",()=>n(c)),l.addEventListener("pointerleave",s),l.addEventListener("click",()=>r(c)))}},a=Q("figure",{id:"equations",hidden:!0},Q("figcaption",{},Q("b",{},"Equations"),Q("small",{},t)),M_(i,o));return o(),a}var b_=140;function A_(i){let t=i.checks.map(({mark:n,text:s,value:r,remark:o})=>Q("li",{class:n},Q("i",{},n==="good"?"\u2713":n==="bad"?"!":"\xB7"),`${s} `,Q("b",{},r),o?Q("small",{},` ${o}`):"")),e=i.notes.map(n=>Q("li",{class:"note"},...n.length<b_?[n]:[Q("details",{},Q("summary",{},`${n.slice(0,b_-20)}\u2026`),n)]));return Q("figure",{id:"trust"},Q("figcaption",{},Q("b",{},"Trust"),Q("small",{},"what was checked on this motion")),Q("ul",{},...t,...e))}function T_(i,{enter:t,leave:e,choose:n}){let s=i.bodies.map((a,l)=>Q("li",{tabindex:0,"data-body":l,onpointerenter:()=>t(l),onpointerleave:e,onclick:()=>n(l),onkeydown:c=>c.key==="Enter"&&n(l)},Th(a.colour),Q("span",{},a.name),Q("small",{},a.mass===null?"":wh(a.mass)))),r=i.joints.length,o=[r&&`${r} joint${r>1?"s":""}`,...["spring","damper","spring and damper"].map(a=>{let l=i.lines.filter(c=>c.kind===a).length;return l&&`${l} ${a}${l>1?"s":""}`})].filter(Boolean);return[Q("ul",{},...s),o.length?Q("p",{},`+ ${o.join(" \xB7 ")}`):""]}var BA=[["space","play or pause"],["\u2190 \u2192","a fiftieth of the span back or on; with shift one row"],["Home End","start, end"],["+ \u2212","faster, slower"],["l","loop"],["1 2 3 4 5","3-D, front, side, top, flat"],["o","parallel rays"],["f","fit the whole motion"],["j","joints"],["t","trail"],["r","forces and reactions"],["v","velocities"],["n","sizes of arrows as numbers"],["a","frames"],["g","ghosts"],["h","grid"],["b","follow the chosen body"],["p","on a live page: play on, or one motion again"],["m","on a live page: states of rest and eigenvalues"],["e","equations"],["y","phase plane"],["s","save the picture"],["d","dark or light"],["?","this list"]];function E_(){let i=BA.map(([n,s])=>Q("li",{},Q("kbd",{},n),s)),e=Q("dialog",{id:"keys"},Q("b",{},"Keys"),Q("ul",{},...i),Q("p",{},"Drag to turn, with shift or the right button to move, wheel or two fingers to zoom. In plots: click for a time, drag to stay in a part of the motion, double click for the whole. While a live page plays on, drag bodies to pull them; arrows hold its inputs at their bounds."));return e.addEventListener("click",()=>e.close()),e}var sl=230,[Zf,Jf,nu]=[52,24,10],iu=class{constructor(t,e){this.motions=t;let n=(s,r)=>{let o=Q("select",{"aria-label":s,onchange:()=>this.renew()});for(let a of t[0].signals.keys())o.append(Q("option",{value:a},a));return o.value=r,o};this.x=n("signal to the right",e[0]),this.y=n("signal upwards",e[1]),this.canvas=Q("canvas",{"aria-label":"phase plane"}),this.figure=Q("figure",{id:"phase"},Q("figcaption",{},Q("b",{},"Phase plane"),this.y,Q("small",{},"over"),this.x),this.canvas),new ResizeObserver(()=>this.renew()).observe(this.figure)}renew(t=this.main??0){this.main=t;let e=this.figure.clientWidth-20;if(!(e>60))return;let n=Math.min(2,devicePixelRatio);Object.assign(this.canvas,{width:e*n,height:sl*n}),this.canvas.style.height=`${sl}px`,this.curves=this.motions.map(l=>[l.signals.get(this.x.value)?.values??[],l.signals.get(this.y.value)?.values??[]]);let[s,r]=[0,1].map(l=>zA(this.curves.map(c=>c[l])));this.toX=l=>Zf+(l-s[0])/(s[1]-s[0])*(e-Zf-nu),this.toY=l=>sl-Jf-(l-r[0])/(r[1]-r[0])*(sl-Jf-nu),this.paper=document.createElement("canvas"),Object.assign(this.paper,{width:this.canvas.width,height:this.canvas.height});let o=this.paper.getContext("2d");o.scale(n,n),this.ratio=n,Dh(o,[Zf,nu,e-nu,sl-Jf],{x:s,y:r,toX:this.toX,toY:this.toY});let a=[...this.curves.keys()].sort((l,c)=>(l===t)-(c===t));for(let l of a)this.curve(o,...this.curves[l],l===t);this.move(this.t??0)}curve(t,e,n,s){Object.assign(t,{strokeStyle:zi[0],lineWidth:s?1.6:1.2,lineJoin:"round",globalAlpha:s?1:.7}),t.setLineDash(s?[]:[5,4]),t.beginPath();let r=!1;for(let o=0;o<Math.min(e.length,n.length);o++){let a=Number.isFinite(e[o]+n[o]);a&&t[r?"lineTo":"moveTo"](this.toX(e[o]),this.toY(n[o])),r=a}t.stroke(),t.setLineDash([]),t.globalAlpha=1}move(t){if(this.t=t,!this.paper)return;let e=this.canvas.getContext("2d");e.setTransform(1,0,0,1,0,0),e.clearRect(0,0,this.canvas.width,this.canvas.height),e.drawImage(this.paper,0,0),e.scale(this.ratio,this.ratio),e.fillStyle=zi[1];let{curveTimes:n}=this.motions[this.main],[s,r]=this.curves[this.main].map(o=>o.length?Ch(n,o,t):NaN);Number.isFinite(s+r)&&(e.beginPath(),e.arc(this.toX(s),this.toY(r),4.5,0,2*Math.PI),e.fill())}};function zA(i){let[t,e]=[1/0,-1/0];for(let s of i)for(let r of s)Number.isFinite(r)&&(r<t&&(t=r),r>e&&(e=r));if(!(e>=t))return[-1,1];let n=.06*(e-t)||Math.max(1e-9,.1*Math.abs(t))||1;return[t-n,e+n]}var kA=8;function Kf(i){let t=i/kA;if(i>=2.99&&i<=12.01)return 1;let e=Math.floor(Math.log10(t));return[1,2,5,10].map(s=>s*10**e).reduce((s,r)=>Math.abs(Math.log(r/t))<Math.abs(Math.log(s/t))?r:s)}var su=class{constructor(t,e){this.times=t,this.whole=[t[0],t[t.length-1]],this.range=this.whole,this.t=this.whole[0],this.span=this.whole[1]-this.whole[0],this.speed=this.span>0?Kf(this.span):1,this.playing=!1,this.loop=!0,this.changed=e}grow(t){this.times=t,this.whole=this.range=[t[0],t[t.length-1]],this.span=this.whole[1]-this.whole[0],this.t=this.whole[1]}seek(t){this.t=Math.min(this.whole[1],Math.max(this.whole[0],t)),this.changed()}play(t=!this.playing){this.playing=t&&(this.span>0||this.isEndless===!0),this.isEndless?this.t=this.playing?this.whole[1]:this.t:this.playing&&this.t>=this.range[1]&&(this.t=this.range[0]),this.changed()}step(t){this.playing=!1;let[e,n,s]=wi(this.times,this.t),r=t>0?s>=1?n:e:s>0?n:e;this.seek(this.times[Math.min(this.times.length-1,Math.max(0,r+t))])}keep(t){this.range=t??this.whole,(this.t<this.range[0]||this.t>this.range[1])&&(this.t=this.range[0]),this.changed()}advance(t){if(!this.playing)return;let e=this.t+t*this.speed,[n,s]=this.range;e>=s&&(this.loop?e=n+(e-n)%(s-n||1):(e=s,this.playing=!1)),this.t=e,this.changed()}};var R_=new en,ru=new C,Ro=class extends Ca{constructor(){super(),this.isLineSegmentsGeometry=!0,this.type="LineSegmentsGeometry";let t=[-1,2,0,1,2,0,-1,1,0,1,1,0,-1,0,0,1,0,0,-1,-1,0,1,-1,0],e=[-1,2,1,2,-1,1,1,1,-1,-1,1,-1,-1,-2,1,-2],n=[0,2,1,2,3,1,2,4,3,4,5,3,4,6,5,6,7,5];this.setIndex(n),this.setAttribute("position",new Me(t,3)),this.setAttribute("uv",new Me(e,2))}applyMatrix4(t){let e=this.attributes.instanceStart,n=this.attributes.instanceEnd;return e!==void 0&&(e.applyMatrix4(t),n.applyMatrix4(t),e.needsUpdate=!0),this.boundingBox!==null&&this.computeBoundingBox(),this.boundingSphere!==null&&this.computeBoundingSphere(),this}setPositions(t){let e;t instanceof Float32Array?e=t:Array.isArray(t)&&(e=new Float32Array(t));let n=new Xs(e,6,1);return this.setAttribute("instanceStart",new Si(n,3,0)),this.setAttribute("instanceEnd",new Si(n,3,3)),this.instanceCount=this.attributes.instanceStart.count,this.computeBoundingBox(),this.computeBoundingSphere(),this}setColors(t){let e;t instanceof Float32Array?e=t:Array.isArray(t)&&(e=new Float32Array(t));let n=new Xs(e,6,1);return this.setAttribute("instanceColorStart",new Si(n,3,0)),this.setAttribute("instanceColorEnd",new Si(n,3,3)),this}fromWireframeGeometry(t){return this.setPositions(t.attributes.position.array),this}fromEdgesGeometry(t){return this.setPositions(t.attributes.position.array),this}fromMesh(t){return this.fromWireframeGeometry(new Ma(t.geometry)),this}fromLineSegments(t){let e=t.geometry;return this.setPositions(e.attributes.position.array),this}computeBoundingBox(){this.boundingBox===null&&(this.boundingBox=new en);let t=this.attributes.instanceStart,e=this.attributes.instanceEnd;t!==void 0&&e!==void 0&&(this.boundingBox.setFromBufferAttribute(t),R_.setFromBufferAttribute(e),this.boundingBox.union(R_))}computeBoundingSphere(){this.boundingSphere===null&&(this.boundingSphere=new Cn),this.boundingBox===null&&this.computeBoundingBox();let t=this.attributes.instanceStart,e=this.attributes.instanceEnd;if(t!==void 0&&e!==void 0){let n=this.boundingSphere.center;this.boundingBox.getCenter(n);let s=0;for(let r=0,o=t.count;r<o;r++)ru.fromBufferAttribute(t,r),s=Math.max(s,n.distanceToSquared(ru)),ru.fromBufferAttribute(e,r),s=Math.max(s,n.distanceToSquared(ru));this.boundingSphere.radius=Math.sqrt(s),isNaN(this.boundingSphere.radius)&&console.error("THREE.LineSegmentsGeometry.computeBoundingSphere(): Computed radius is NaN. The instanced position data is likely to have NaN values.",this)}}toJSON(){}};Pt.line={worldUnits:{value:1},linewidth:{value:1},resolution:{value:new Ht},dashOffset:{value:0},dashScale:{value:1},dashSize:{value:1},gapSize:{value:1}};jn.line={uniforms:Va.merge([Pt.common,Pt.fog,Pt.line]),vertexShader:`
		#include <common>
		#include <color_pars_vertex>
		#include <fog_pars_vertex>
		#include <logdepthbuf_pars_vertex>
		#include <clipping_planes_pars_vertex>

		uniform float linewidth;
		uniform vec2 resolution;

		attribute vec3 instanceStart;
		attribute vec3 instanceEnd;

		attribute vec3 instanceColorStart;
		attribute vec3 instanceColorEnd;

		#ifdef WORLD_UNITS

			varying vec4 worldPos;
			varying vec3 worldStart;
			varying vec3 worldEnd;

			#ifdef USE_DASH

				varying vec2 vUv;

			#endif

		#else

			varying vec2 vUv;

		#endif

		#ifdef USE_DASH

			uniform float dashScale;
			attribute float instanceDistanceStart;
			attribute float instanceDistanceEnd;
			varying float vLineDistance;

		#endif

		float trimSegmentAlpha( const in vec4 start, const in vec4 end ) {

			// compute the interpolation factor needed to trim the segment so it terminates
			// between the camera plane and the near plane

			// conservative estimate of the near plane
			float a = projectionMatrix[ 2 ][ 2 ]; // 3nd entry in 3th column
			float b = projectionMatrix[ 3 ][ 2 ]; // 3nd entry in 4th column

			// we need different nearEstimate formula for reversed and default depth buffer
			// a is positive with a reversed depth buffer so it can be used for controlling the code flow
			float nearEstimate = ( a > 0.0 ) ? ( - b / ( a + 1.0 ) ) : ( - 0.5 * b / a );

			return ( nearEstimate - start.z ) / ( end.z - start.z );

		}

		void main() {

			#ifdef USE_COLOR

				vColor.xyz = ( position.y < 0.5 ) ? instanceColorStart : instanceColorEnd;

			#endif

			float aspect = resolution.x / resolution.y;

			// camera space
			vec4 start = modelViewMatrix * vec4( instanceStart, 1.0 );
			vec4 end = modelViewMatrix * vec4( instanceEnd, 1.0 );

			#ifdef USE_DASH

				float lineDistanceStart = dashScale * instanceDistanceStart;
				float lineDistanceEnd = dashScale * instanceDistanceEnd;

			#endif

			#ifdef WORLD_UNITS

				worldStart = start.xyz;
				worldEnd = end.xyz;

			#else

				vUv = uv;

			#endif

			// special case for perspective projection, and segments that terminate either in, or behind, the camera plane
			// clearly the gpu firmware has a way of addressing this issue when projecting into ndc space
			// but we need to perform ndc-space calculations in the shader, so we must address this issue directly
			// perhaps there is a more elegant solution -- WestLangley

			bool perspective = ( projectionMatrix[ 2 ][ 3 ] == - 1.0 ); // 4th entry in the 3rd column

			if ( perspective ) {

				if ( start.z < 0.0 && end.z >= 0.0 ) {

					float alpha = trimSegmentAlpha( start, end );
					end.xyz = mix( start.xyz, end.xyz, alpha );

					#ifdef USE_DASH

						lineDistanceEnd = mix( lineDistanceStart, lineDistanceEnd, alpha );

					#endif

				} else if ( end.z < 0.0 && start.z >= 0.0 ) {

					float alpha = trimSegmentAlpha( end, start );
					start.xyz = mix( end.xyz, start.xyz, alpha );

					#ifdef USE_DASH

						lineDistanceStart = mix( lineDistanceEnd, lineDistanceStart, alpha );

					#endif

				}

			}

			#ifdef USE_DASH

				vLineDistance = ( position.y < 0.5 ) ? lineDistanceStart : lineDistanceEnd;
				vUv = uv;

			#endif

			// clip space
			vec4 clipStart = projectionMatrix * start;
			vec4 clipEnd = projectionMatrix * end;

			// ndc space
			vec3 ndcStart = clipStart.xyz / clipStart.w;
			vec3 ndcEnd = clipEnd.xyz / clipEnd.w;

			// direction
			vec2 dir = ndcEnd.xy - ndcStart.xy;

			// account for clip-space aspect ratio
			dir.x *= aspect;
			dir = normalize( dir );

			#ifdef WORLD_UNITS

				vec3 worldDir = normalize( end.xyz - start.xyz );
				vec3 tmpFwd = perspective ? normalize( mix( start.xyz, end.xyz, 0.5 ) ) : vec3( 0.0, 0.0, - 1.0 );
				vec3 worldUp = normalize( cross( worldDir, tmpFwd ) );
				vec3 worldFwd = cross( worldDir, worldUp );
				worldPos = position.y < 0.5 ? start: end;

				// height offset
				float hw = linewidth * 0.5;
				worldPos.xyz += position.x < 0.0 ? hw * worldUp : - hw * worldUp;

				// don't extend the line if we're rendering dashes because we
				// won't be rendering the endcaps
				#ifndef USE_DASH

					// cap extension
					worldPos.xyz += position.y < 0.5 ? - hw * worldDir : hw * worldDir;

					// add width to the box
					worldPos.xyz += worldFwd * hw;

					// endcaps
					if ( position.y > 1.0 || position.y < 0.0 ) {

						worldPos.xyz -= worldFwd * 2.0 * hw;

					}

				#endif

				// project the worldpos
				vec4 clip = projectionMatrix * worldPos;

				// shift the depth of the projected points so the line
				// segments overlap neatly
				vec3 clipPose = ( position.y < 0.5 ) ? ndcStart : ndcEnd;

				// only shift the depth of vertices in front of the camera (#35137)
				if ( clip.w > 0.0 ) clip.z = clipPose.z * clip.w;

			#else

				vec2 offset = vec2( dir.y, - dir.x );
				// undo aspect ratio adjustment
				dir.x /= aspect;
				offset.x /= aspect;

				// sign flip
				if ( position.x < 0.0 ) offset *= - 1.0;

				// endcaps
				if ( position.y < 0.0 ) {

					offset += - dir;

				} else if ( position.y > 1.0 ) {

					offset += dir;

				}

				// adjust for linewidth
				offset *= linewidth;

				// adjust for clip-space to screen-space conversion // maybe resolution should be based on viewport ...
				offset /= resolution.y;

				// select end
				vec4 clip = ( position.y < 0.5 ) ? clipStart : clipEnd;

				// back to clip space
				offset *= clip.w;

				clip.xy += offset;

			#endif

			gl_Position = clip;

			vec4 mvPosition = ( position.y < 0.5 ) ? start : end; // this is an approximation

			#include <logdepthbuf_vertex>
			#include <clipping_planes_vertex>
			#include <fog_vertex>

		}
		`,fragmentShader:`
		uniform vec3 diffuse;
		uniform float opacity;
		uniform float linewidth;

		#ifdef USE_DASH

			uniform float dashOffset;
			uniform float dashSize;
			uniform float gapSize;

		#endif

		varying float vLineDistance;

		#ifdef WORLD_UNITS

			varying vec4 worldPos;
			varying vec3 worldStart;
			varying vec3 worldEnd;

			#ifdef USE_DASH

				varying vec2 vUv;

			#endif

		#else

			varying vec2 vUv;

		#endif

		#include <common>
		#include <color_pars_fragment>
		#include <fog_pars_fragment>
		#include <logdepthbuf_pars_fragment>
		#include <clipping_planes_pars_fragment>

		vec2 closestLineToLine(vec3 p1, vec3 p2, vec3 p3, vec3 p4) {

			float mua;
			float mub;

			vec3 p13 = p1 - p3;
			vec3 p43 = p4 - p3;

			vec3 p21 = p2 - p1;

			float d1343 = dot( p13, p43 );
			float d4321 = dot( p43, p21 );
			float d1321 = dot( p13, p21 );
			float d4343 = dot( p43, p43 );
			float d2121 = dot( p21, p21 );

			float denom = d2121 * d4343 - d4321 * d4321;

			float numer = d1343 * d4321 - d1321 * d4343;

			mua = numer / denom;
			mua = clamp( mua, 0.0, 1.0 );
			mub = ( d1343 + d4321 * ( mua ) ) / d4343;
			mub = clamp( mub, 0.0, 1.0 );

			return vec2( mua, mub );

		}

		void main() {

			float alpha = opacity;
			vec4 diffuseColor = vec4( diffuse, alpha );

			#include <clipping_planes_fragment>

			#ifdef USE_DASH

				if ( vUv.y < - 1.0 || vUv.y > 1.0 ) discard; // discard endcaps

				if ( mod( vLineDistance + dashOffset, dashSize + gapSize ) > dashSize ) discard; // todo - FIX

			#endif

			#ifdef WORLD_UNITS

				float len;

				if ( isOrthographic ) {

					// View rays are parallel to the z axis so the distance reduces to camera-space XY
					vec2 lineDir = worldEnd.xy - worldStart.xy;
					float t = clamp( dot( worldPos.xy - worldStart.xy, lineDir ) / dot( lineDir, lineDir ), 0.0, 1.0 );
					len = length( worldStart.xy + lineDir * t - worldPos.xy );

				} else {

					// Find the closest points on the view ray and the line segment
					vec3 rayEnd = normalize( worldPos.xyz ) * 1e5;
					vec3 lineDir = worldEnd - worldStart;
					vec2 params = closestLineToLine( worldStart, worldEnd, vec3( 0.0, 0.0, 0.0 ), rayEnd );

					vec3 p1 = worldStart + lineDir * params.x;
					vec3 p2 = rayEnd * params.y;
					vec3 delta = p1 - p2;
					len = length( delta );

				}

				float norm = len / linewidth;

				#ifndef USE_DASH

					#ifdef USE_ALPHA_TO_COVERAGE

						float dnorm = fwidth( norm );
						alpha = 1.0 - smoothstep( 0.5 - dnorm, 0.5 + dnorm, norm );

					#else

						if ( norm > 0.5 ) {

							discard;

						}

					#endif

				#endif

			#else

				#ifdef USE_ALPHA_TO_COVERAGE

					// artifacts appear on some hardware if a derivative is taken within a conditional
					float a = vUv.x;
					float b = ( vUv.y > 0.0 ) ? vUv.y - 1.0 : vUv.y + 1.0;
					float len2 = a * a + b * b;
					float dlen = fwidth( len2 );

					if ( abs( vUv.y ) > 1.0 ) {

						alpha = 1.0 - smoothstep( 1.0 - dlen, 1.0 + dlen, len2 );

					}

				#else

					if ( abs( vUv.y ) > 1.0 ) {

						float a = vUv.x;
						float b = ( vUv.y > 0.0 ) ? vUv.y - 1.0 : vUv.y + 1.0;
						float len2 = a * a + b * b;

						if ( len2 > 1.0 ) discard;

					}

				#endif

			#endif

			#include <logdepthbuf_fragment>
			#include <color_fragment>

			gl_FragColor = vec4( diffuseColor.rgb, alpha );

			#include <tonemapping_fragment>
			#include <colorspace_fragment>
			#include <fog_fragment>
			#include <premultiplied_alpha_fragment>

		}
		`};var Js=class extends Mi{constructor(t){super({type:"LineMaterial",uniforms:Va.clone(jn.line.uniforms),vertexShader:jn.line.vertexShader,fragmentShader:jn.line.fragmentShader,clipping:!0}),this.isLineMaterial=!0,this.setValues(t)}get color(){return this.uniforms.diffuse.value}set color(t){this.uniforms.diffuse.value=t}get worldUnits(){return"WORLD_UNITS"in this.defines}set worldUnits(t){t===!0!==this.worldUnits&&(this.needsUpdate=!0),t===!0?this.defines.WORLD_UNITS="":delete this.defines.WORLD_UNITS}get linewidth(){return this.uniforms.linewidth.value}set linewidth(t){this.uniforms.linewidth&&(this.uniforms.linewidth.value=t)}get dashed(){return"USE_DASH"in this.defines}set dashed(t){t===!0!==this.dashed&&(this.needsUpdate=!0),t===!0?this.defines.USE_DASH="":delete this.defines.USE_DASH}get dashScale(){return this.uniforms.dashScale.value}set dashScale(t){this.uniforms.dashScale.value=t}get dashSize(){return this.uniforms.dashSize.value}set dashSize(t){this.uniforms.dashSize.value=t}get dashOffset(){return this.uniforms.dashOffset.value}set dashOffset(t){this.uniforms.dashOffset.value=t}get gapSize(){return this.uniforms.gapSize.value}set gapSize(t){this.uniforms.gapSize.value=t}get opacity(){return this.uniforms.opacity.value}set opacity(t){this.uniforms&&(this.uniforms.opacity.value=t)}get resolution(){return this.uniforms.resolution.value}set resolution(t){this.uniforms.resolution.value.copy(t)}get alphaToCoverage(){return"USE_ALPHA_TO_COVERAGE"in this.defines}set alphaToCoverage(t){this.defines&&(t===!0!==this.alphaToCoverage&&(this.needsUpdate=!0),t===!0?this.defines.USE_ALPHA_TO_COVERAGE="":delete this.defines.USE_ALPHA_TO_COVERAGE)}};var jf=new Re,C_=new C,P_=new C,In=new Re,Ln=new Re,ss=new Re,Qf=new C,tp=new Ot,Dn=new Pa,I_=new C,ou=new en,au=new Cn,rs=new Re,os,Sr;function L_(i,t,e){return rs.set(0,0,-t,1).applyMatrix4(i.projectionMatrix),rs.multiplyScalar(1/rs.w),rs.x=Sr/e.width,rs.y=Sr/e.height,rs.applyMatrix4(i.projectionMatrixInverse),rs.multiplyScalar(1/rs.w),Math.abs(Math.max(rs.x,rs.y))}function VA(i,t){let e=i.matrixWorld,n=i.geometry,s=n.attributes.instanceStart,r=n.attributes.instanceEnd,o=Math.min(n.instanceCount,s.count);for(let a=0,l=o;a<l;a++){Dn.start.fromBufferAttribute(s,a),Dn.end.fromBufferAttribute(r,a),Dn.applyMatrix4(e);let c=new C,h=new C;os.distanceSqToSegment(Dn.start,Dn.end,h,c),h.distanceTo(c)<Sr*.5&&t.push({point:h,pointOnLine:c,distance:os.origin.distanceTo(h),object:i,face:null,faceIndex:a,uv:null,uv1:null})}}function GA(i,t,e){let n=t.projectionMatrix,r=i.material.resolution,o=i.matrixWorld,a=i.geometry,l=a.attributes.instanceStart,c=a.attributes.instanceEnd,h=Math.min(a.instanceCount,l.count),u=-t.near;os.at(1,ss),ss.w=1,ss.applyMatrix4(t.matrixWorldInverse),ss.applyMatrix4(n),ss.multiplyScalar(1/ss.w),ss.x*=r.x/2,ss.y*=r.y/2,ss.z=0,Qf.copy(ss),tp.multiplyMatrices(t.matrixWorldInverse,o);for(let d=0,f=h;d<f;d++){if(In.fromBufferAttribute(l,d),Ln.fromBufferAttribute(c,d),In.w=1,Ln.w=1,In.applyMatrix4(tp),Ln.applyMatrix4(tp),In.z>u&&Ln.z>u)continue;if(In.z>u){let E=In.z-Ln.z,y=(In.z-u)/E;In.lerp(Ln,y)}else if(Ln.z>u){let E=Ln.z-In.z,y=(Ln.z-u)/E;Ln.lerp(In,y)}In.applyMatrix4(n),Ln.applyMatrix4(n),In.multiplyScalar(1/In.w),Ln.multiplyScalar(1/Ln.w),In.x*=r.x/2,In.y*=r.y/2,Ln.x*=r.x/2,Ln.y*=r.y/2,Dn.start.copy(In),Dn.start.z=0,Dn.end.copy(Ln),Dn.end.z=0;let x=Dn.closestPointToPointParameter(Qf,!0);Dn.at(x,I_);let m=es.lerp(In.z,Ln.z,x),g=m>=-1&&m<=1,S=Qf.distanceTo(I_)<Sr*.5;if(g&&S){Dn.start.fromBufferAttribute(l,d),Dn.end.fromBufferAttribute(c,d),Dn.start.applyMatrix4(o),Dn.end.applyMatrix4(o);let E=new C,y=new C;os.distanceSqToSegment(Dn.start,Dn.end,y,E),e.push({point:y,pointOnLine:E,distance:os.origin.distanceTo(y),object:i,face:null,faceIndex:d,uv:null,uv1:null})}}}var lu=class extends Bn{constructor(t=new Ro,e=new Js({color:Math.random()*16777215})){super(t,e),this.isLineSegments2=!0,this.type="LineSegments2"}computeLineDistances(){let t=this.geometry,e=t.attributes.instanceStart,n=t.attributes.instanceEnd,s=new Float32Array(2*e.count);for(let o=0,a=0,l=e.count;o<l;o++,a+=2)C_.fromBufferAttribute(e,o),P_.fromBufferAttribute(n,o),s[a]=a===0?0:s[a-1],s[a+1]=s[a]+C_.distanceTo(P_);let r=new Xs(s,2,1);return t.setAttribute("instanceDistanceStart",new Si(r,1,0)),t.setAttribute("instanceDistanceEnd",new Si(r,1,1)),this}raycast(t,e){let n=this.material.worldUnits,s=t.camera;if(s===null&&!n&&console.error('LineSegments2: "Raycaster.camera" needs to be set in order to raycast against LineSegments2 while worldUnits is set to false.'),n===!1&&(this.material.resolution.x===0||this.material.resolution.y===0))return;let r=t.params.Line2!==void 0&&t.params.Line2.threshold||0;os=t.ray;let o=this.matrixWorld,a=this.geometry,l=this.material;Sr=l.linewidth+r,a.boundingSphere===null&&a.computeBoundingSphere(),au.copy(a.boundingSphere).applyMatrix4(o);let c;if(n)c=Sr*.5;else{let u=Math.max(s.near,au.distanceToPoint(os.origin));c=L_(s,u,l.resolution)}if(au.radius+=c,os.intersectsSphere(au)===!1)return;a.boundingBox===null&&a.computeBoundingBox(),ou.copy(a.boundingBox).applyMatrix4(o);let h;if(n)h=Sr*.5;else{let u=Math.max(s.near,ou.distanceToPoint(os.origin));h=L_(s,u,l.resolution)}ou.expandByScalar(h),os.intersectsBox(ou)!==!1&&(n?VA(this,e):GA(this,s,e))}onBeforeRender(t){let e=this.material.uniforms;e&&e.resolution&&(t.getViewport(jf),this.material.uniforms.resolution.value.set(jf.z,jf.w))}};var Co=class extends Ro{constructor(){super(),this.isLineGeometry=!0,this.type="LineGeometry"}setPositions(t){let e=t.length-3,n=new Float32Array(2*e);for(let s=0;s<e;s+=3)n[2*s]=t[s],n[2*s+1]=t[s+1],n[2*s+2]=t[s+2],n[2*s+3]=t[s+3],n[2*s+4]=t[s+4],n[2*s+5]=t[s+5];return super.setPositions(n),this}setColors(t){let e=t.length-3,n=new Float32Array(2*e);for(let s=0;s<e;s+=3)n[2*s]=t[s],n[2*s+1]=t[s+1],n[2*s+2]=t[s+2],n[2*s+3]=t[s+3],n[2*s+4]=t[s+4],n[2*s+5]=t[s+5];return super.setColors(n),this}setFromPoints(t){let e=t.length-1,n=new Float32Array(6*e);for(let s=0;s<e;s++)n[6*s]=t[s].x,n[6*s+1]=t[s].y,n[6*s+2]=t[s].z||0,n[6*s+3]=t[s+1].x,n[6*s+4]=t[s+1].y,n[6*s+5]=t[s+1].z||0;return super.setPositions(n),this}fromLine(t){let e=t.geometry;return this.setPositions(e.attributes.position.array),this}};var cu=class extends lu{constructor(t=new Co,e=new Js({color:Math.random()*16777215})){super(t,e),this.isLine2=!0,this.type="Line2"}};var HA=new C(0,1,0),hu=class{constructor(t,e){this.thick=e;let n=new or({roughness:.5}),s=new Ms(1,1,1,10).translate(0,.5,0),r=new rr(1,1,16).translate(0,.5,0);this.parts=[s,r].map(o=>{let a=new aa(o,n,Math.max(1,t));return a.instanceMatrix.setUsage(Bd),a.frustumCulled=!1,a.count=0,a.setColorAt(0,new $t),a}),this.work={matrix:new Ot,turn:new mn,scale:new C,at:new C,direction:new C}}clear(){this.count=0}add(t,e,n){let s=e.length();if(!(s>.3*this.thick))return!1;let{matrix:r,turn:o,scale:a,at:l,direction:c}=this.work,[h,u]=this.parts,d=Math.min(5.5*this.thick,.6*s),f=d/5.5*2;c.copy(e).divideScalar(s),o.setFromUnitVectors(HA,c);let p=Math.min(.62*this.thick,.4*f);h.setMatrixAt(this.count,r.compose(t,o,a.set(p,s-.9*d,p))),u.setMatrixAt(this.count,r.compose(l.copy(t).addScaledVector(c,s-d),o,a.set(f,d,f)));for(let x of this.parts)x.setColorAt(this.count,n);return this.count+=1,!0}finish(){for(let t of this.parts)t.count=this.count,t.instanceMatrix.needsUpdate=!0,t.instanceColor.needsUpdate=!0}};function D_(i){let t=new C(...i.normal??i.up),e=new C(...i.up),n=new C().crossVectors(e,t);n.length()<.5&&n.set(...Math.abs(e.x)<.9?[1,0,0]:[0,1,0]),n.addScaledVector(t,-n.dot(t)).normalize();let s=new C().crossVectors(t,n),r=i.normal?t.clone().addScaledVector(e,.55).addScaledVector(n,-.35):t.clone().addScaledVector(n,-.42).addScaledVector(s,.3);return{normal:t,side:n,other:s,level:i.level,light:r.normalize()}}function N_({normal:i,level:t},e){let n=i.dot(e),[s,r,o]=e.toArray(),a=new Ot;return a.set(1-s*i.x/n,-s*i.y/n,-s*i.z/n,s*t/n,-r*i.x/n,1-r*i.y/n,-r*i.z/n,r*t/n,-o*i.x/n,-o*i.y/n,1-o*i.z/n,o*t/n,0,0,0,1),a}function U_(i,t,e){let n=Ah(e/7),s=new C(...i.box[0]).add(new C(...i.box[1])).multiplyScalar(.5),r=i.normal?16:13,[o,a]=[t.side,t.other].map(f=>n*Math.round(s.dot(f)/n)),l=[],c=[],h=(f,p)=>{l.push(...new C().addScaledVector(t.normal,t.level).addScaledVector(t.side,o+f*n).addScaledVector(t.other,a+p*n)),c.push(1,1,1,Math.max(0,1-Math.hypot(f,p)/r)**1.2)};for(let f=-r;f<=r;f++)for(let p=-r;p<r;p++)h(f,p),h(f,p+1),h(p,f),h(p+1,f);let u=new Ye;u.setAttribute("position",new Ze(new Float32Array(l),3)),u.setAttribute("color",new Ze(new Float32Array(c),4));let d=new ha(u,new lo({vertexColors:!0,transparent:!0,depthWrite:!1}));return d.userData.middle=new C().addScaledVector(t.side,o).addScaledVector(t.other,a),{lines:d,step:n}}function F_(i,t){let e=document.createElement("canvas");e.width=e.height=256;let n=e.getContext("2d"),s=n.createRadialGradient(128,90,10,128,110,230);s.addColorStop(0,i),s.addColorStop(1,t),n.fillStyle=s,n.fillRect(0,0,256,256);let r=new da(e);return r.colorSpace=qn,r}var rl=new C;function Ei(i,t,e,n,s,r){let o=2*Math.PI*s/4,a=Math.max(r-2*s,0),l=Math.PI/4;rl.copy(t),rl[n]=0,rl.normalize();let c=.5*o/(o+a),h=1-rl.angleTo(i)/l;return Math.sign(rl[e])===1?h*c:a/(o+a)+c+c*(1-h)}var uu=class i extends Ni{constructor(t=1,e=1,n=1,s=2,r=.1){let o=s*2+1;if(r=Math.min(t/2,e/2,n/2,r),super(1,1,1,o,o,o),this.type="RoundedBoxGeometry",this.parameters={width:t,height:e,depth:n,segments:s,radius:r},o===1)return;let a=this.toNonIndexed();this.index=null,this.attributes.position=a.attributes.position,this.attributes.normal=a.attributes.normal,this.attributes.uv=a.attributes.uv;let l=new C,c=new C,h=new C(t,e,n).divideScalar(2).subScalar(r),u=this.attributes.position.array,d=this.attributes.normal.array,f=this.attributes.uv.array,p=u.length/6,x=new C,m=.5/o;for(let g=0,S=0;g<u.length;g+=3,S+=2)switch(l.fromArray(u,g),c.copy(l),c.x-=Math.sign(c.x)*m,c.y-=Math.sign(c.y)*m,c.z-=Math.sign(c.z)*m,c.normalize(),u[g+0]=h.x*Math.sign(l.x)+c.x*r,u[g+1]=h.y*Math.sign(l.y)+c.y*r,u[g+2]=h.z*Math.sign(l.z)+c.z*r,d[g+0]=c.x,d[g+1]=c.y,d[g+2]=c.z,Math.floor(g/p)){case 0:x.set(1,0,0),f[S+0]=Ei(x,c,"z","y",r,n),f[S+1]=1-Ei(x,c,"y","z",r,e);break;case 1:x.set(-1,0,0),f[S+0]=1-Ei(x,c,"z","y",r,n),f[S+1]=1-Ei(x,c,"y","z",r,e);break;case 2:x.set(0,1,0),f[S+0]=1-Ei(x,c,"x","z",r,t),f[S+1]=Ei(x,c,"z","x",r,n);break;case 3:x.set(0,-1,0),f[S+0]=1-Ei(x,c,"x","z",r,t),f[S+1]=1-Ei(x,c,"z","x",r,n);break;case 4:x.set(0,0,1),f[S+0]=1-Ei(x,c,"x","y",r,t),f[S+1]=1-Ei(x,c,"y","x",r,e);break;case 5:x.set(0,0,-1),f[S+0]=Ei(x,c,"x","y",r,t),f[S+1]=1-Ei(x,c,"y","x",r,e);break}}static fromJSON(t){return new i(t.width,t.height,t.depth,t.segments,t.radius)}};function z_(i,t=!1){let e=i[0].index!==null,n=new Set(Object.keys(i[0].attributes)),s=new Set(Object.keys(i[0].morphAttributes)),r={},o={},a=i[0].morphTargetsRelative,l=new Ye;l.morphTargetsRelative=a;let c=0;for(let h=0;h<i.length;++h){let u=i[h],d=0,f=0;if(e!==(u.index!==null))return console.error("THREE.BufferGeometryUtils: .mergeGeometries() failed with geometry at index "+h+". All geometries must have compatible attributes; make sure index attribute exists among all geometries, or in none of them."),null;for(let p in u.attributes){if(!n.has(p))return console.error("THREE.BufferGeometryUtils: .mergeGeometries() failed with geometry at index "+h+'. All geometries must have compatible attributes; make sure "'+p+'" attribute exists among all geometries, or in none of them.'),null;r[p]===void 0&&(r[p]=[]),r[p].push(u.attributes[p]),d++}if(d!==n.size)return console.error("THREE.BufferGeometryUtils: .mergeGeometries() failed with geometry at index "+h+". Make sure all geometries have the same number of attributes."),null;if(a!==u.morphTargetsRelative)return console.error("THREE.BufferGeometryUtils: .mergeGeometries() failed with geometry at index "+h+". .morphTargetsRelative must be consistent throughout all geometries."),null;for(let p in u.morphAttributes){if(!s.has(p))return console.error("THREE.BufferGeometryUtils: .mergeGeometries() failed with geometry at index "+h+".  .morphAttributes must be consistent throughout all geometries."),null;if(u.morphAttributes[p].length!==i[0].morphAttributes[p].length)return console.error("THREE.BufferGeometryUtils: .mergeGeometries() failed with geometry at index "+h+'. All geometries must have the same number of morph targets for the "'+p+'" morph attribute.'),null;o[p]===void 0&&(o[p]=[]),o[p].push(u.morphAttributes[p]),f++}if(f!==s.size)return console.error("THREE.BufferGeometryUtils: .mergeGeometries() failed with geometry at index "+h+". Make sure all geometries have the same number of morph attributes."),null;if(t){let p;if(e)p=u.index.count;else if(u.attributes.position!==void 0)p=u.attributes.position.count;else return console.error("THREE.BufferGeometryUtils: .mergeGeometries() failed with geometry at index "+h+". The geometry must have either an index or a position attribute"),null;l.addGroup(c,p,h),c+=p}}if(e){let h=0,u=[];for(let d=0;d<i.length;++d){let f=i[d].index;for(let p=0;p<f.count;++p)u.push(f.getX(p)+h);h+=i[d].attributes.position.count}l.setIndex(u)}for(let h in r){let u=O_(r[h]);if(!u)return console.error("THREE.BufferGeometryUtils: .mergeGeometries() failed while trying to merge the "+h+" attribute."),null;l.setAttribute(h,u)}for(let h in o){let u=o[h][0].length;if(u!==0){l.morphAttributes=l.morphAttributes||{},l.morphAttributes[h]=[];for(let d=0;d<u;++d){let f=[];for(let x=0;x<o[h].length;++x)f.push(o[h][x][d]);let p=O_(f);if(!p)return console.error("THREE.BufferGeometryUtils: .mergeGeometries() failed while trying to merge the "+h+" morphAttribute."),null;l.morphAttributes[h].push(p)}}}return l}function O_(i){let t,e,n,s=-1,r=0;for(let c=0;c<i.length;++c){let h=i[c];if(t===void 0&&(t=h.array.constructor),t!==h.array.constructor)return console.error("THREE.BufferGeometryUtils: .mergeAttributes() failed. BufferAttribute.array must be of consistent array types across matching attributes."),null;if(e===void 0&&(e=h.itemSize),e!==h.itemSize)return console.error("THREE.BufferGeometryUtils: .mergeAttributes() failed. BufferAttribute.itemSize must be consistent across matching attributes."),null;if(n===void 0&&(n=h.normalized),n!==h.normalized)return console.error("THREE.BufferGeometryUtils: .mergeAttributes() failed. BufferAttribute.normalized must be consistent across matching attributes."),null;if(s===-1&&(s=h.gpuType),s!==h.gpuType)return console.error("THREE.BufferGeometryUtils: .mergeAttributes() failed. BufferAttribute.gpuType must be consistent across matching attributes."),null;r+=h.count*e}let o=new t(r),a=new Ze(o,e,n),l=0;for(let c=0;c<i.length;++c){let h=i[c];if(h.isInterleavedBufferAttribute){let u=l/e;for(let d=0,f=h.count;d<f;d++)for(let p=0;p<e;p++){let x=h.getComponent(d,p);a.setComponent(d+u,p,x)}}else o.set(h.array,l);l+=h.count*e}return s!==void 0&&(a.gpuType=s),a}function k_(i,t=1e-4){t=Math.max(t,Number.EPSILON);let e={},n=i.getIndex(),s=i.getAttribute("position"),r=n?n.count:s.count,o=0,a=Object.keys(i.attributes),l=[],c=new Map,h=[],u=["getX","getY","getZ","getW"],d=t*.5,f=Math.log10(1/t),p=Math.pow(10,f),x=d*p;for(let g=0;g<r;g++){let S=n?n.getX(g):g,E="";for(let y=0,R=a.length;y<R;y++){let T=a[y],_=i.getAttribute(T),w=_.itemSize;for(let F=0;F<w;F++)E+=`${Math.trunc(_[u[F]](S)*p+x)},`}E in e?h.push(e[E]):(l.push(S),e[E]=o,h.push(o),o++)}let m=i.clone();for(let g in i.attributes)m.setAttribute(g,B_(i.attributes[g],l,c));for(let g in i.morphAttributes)m.morphAttributes[g]=i.morphAttributes[g].map(S=>B_(S,l,c));return m.setIndex(h),m}function V_(i,t=Math.PI/3){let e=i.index?i.toNonIndexed():i,n=e.attributes.position,s=n.count,r;if(n.isBufferAttribute===!0&&n.itemSize===3&&n.normalized===!1)r=n.array;else{r=new Float64Array(s*3);for(let y=0;y<s;y++)r[3*y+0]=n.getX(y),r[3*y+1]=n.getY(y),r[3*y+2]=n.getZ(y)}let o=Math.cos(t),a=(1+1e-10)*100,l=s/3,c=new Float64Array(l*3);for(let y=0;y<l;y++){let R=9*y,T=r[R+0],_=r[R+1],w=r[R+2],F=r[R+3],I=r[R+4],D=r[R+5],z=r[R+6],V=r[R+7],N=r[R+8],H=z-F,q=V-I,G=N-D,lt=T-F,$=_-I,K=w-D,et=q*K-G*$,dt=G*lt-H*K,ut=H*$-q*lt,tt=1/(Math.sqrt(et*et+dt*dt+ut*ut)||1);c[3*y+0]=et*tt,c[3*y+1]=dt*tt,c[3*y+2]=ut*tt}let h=new Int32Array(s),u=new Float64Array(s*3),d=1;for(;d<s*2;)d<<=1;let f=d-1,p=new Int32Array(d),x=0;for(let y=0;y<s;y++){let R=3*y,T=Math.trunc(r[R+0]*a),_=Math.trunc(r[R+1]*a),w=Math.trunc(r[R+2]*a),F=(Math.imul(T,73856093)^Math.imul(_,19349663)^Math.imul(w,83492791))&f;for(;;){let I=p[F];if(I===0){let z=3*x;u[z+0]=T,u[z+1]=_,u[z+2]=w,p[F]=x+1,h[y]=x++;break}let D=3*(I-1);if(u[D+0]===T&&u[D+1]===_&&u[D+2]===w){h[y]=I-1;break}F=F+1&f}}let m=new Int32Array(x+1);for(let y=0;y<s;y++)m[h[y]+1]++;for(let y=0;y<x;y++)m[y+1]+=m[y];let g=new Int32Array(s),S=m.slice(0,x);for(let y=0;y<l;y++){let R=3*y;g[S[h[R+0]]++]=y,g[S[h[R+1]]++]=y,g[S[h[R+2]]++]=y}let E=new Float32Array(s*3);for(let y=0;y<l;y++){let R=3*y,T=c[R+0],_=c[R+1],w=c[R+2];for(let F=0;F<3;F++){let I=R+F,D=h[I],z=0,V=0,N=0;for(let q=m[D],G=m[D+1];q<G;q++){let lt=3*g[q],$=c[lt+0],K=c[lt+1],et=c[lt+2];T*$+_*K+w*et>o&&(z+=$,V+=K,N+=et)}let H=1/(Math.sqrt(z*z+V*V+N*N)||1);E[3*I+0]=z*H,E[3*I+1]=V*H,E[3*I+2]=N*H}}return e.setAttribute("normal",new Ze(E,3,!1)),e}function B_(i,t,e=new Map){let n=i.isInterleavedBufferAttribute,s=n?i.data:i,r=n?s.stride:i.itemSize,o=n?e.get(s):void 0;if(o===void 0){let l=new s.array.constructor(t.length*r);for(let c=0;c<t.length;c++)for(let h=0;h<r;h++)l[c*r+h]=s.array[t[c]*r+h];o=n?new s.constructor(l,r,s.meshPerAttribute):new i.constructor(l,i.itemSize,i.normalized,i.meshPerAttribute),o.setUsage(s.usage),n&&e.set(s,o)}let a=n?new i.constructor(o,i.itemSize,i.offset,i.normalized):o;return a.name=i.name,n||(a.gpuType=i.gpuType),a}var WA=new C(0,1,0),XA=.6;function ep(i){for(let e of Object.keys(i.attributes))e!=="position"&&e!=="normal"&&i.deleteAttribute(e);if(i.index)return i;let t=i.attributes.position.count;return i.setIndex([...Array(t).keys()])}function Mr(i){return new Ot().makeRotationFromQuaternion(new mn().setFromUnitVectors(WA,new C(...i).normalize()))}function ol(i){let[t,e,n,s]=i.q;return new Ot().compose(new C(...i.p),new mn(t,e,n,s),new C(1,1,1))}var du=class{constructor(t){this.fine=t,this.round=t>40?32:t>16?t-4:t,this.made=new Map}keep(t,e){return this.made.has(t)||this.made.set(t,ep(e())),t}box(t){let e=Math.min(...t);return this.keep(`box ${t.map(n=>n.toPrecision(5))}`,()=>this.fine>16?new uu(...t,2,.12*e):new Ni(...t))}cylinder(){return this.keep("cylinder",()=>new Ms(1,1,1,this.fine))}cone(){return this.keep("cone",()=>new rr(1,1,this.fine))}sphere(){return this.keep("sphere",()=>new ya(1,this.round,this.round>>1))}torus(t,e){let n=Math.min(1,e/t);return this.keep(`torus ${n.toPrecision(3)}`,()=>new va(1,n,Math.max(6,this.fine>>1),2*this.fine))}capsule(t,e){let n=`capsule ${t.toPrecision(3)} ${e.toPrecision(3)}`;return this.keep(n,()=>new ma(t,e,Math.max(2,this.round>>3),this.round))}mesh(t,e){return this.keep(`mesh ${this.made.size}`,()=>{let n=new Ye;return n.setAttribute("position",new Ze(t,3)),n.setIndex(new Ze(e,1)),k_(V_(n,XA))})}spring(t,e,n){return this.keep(`spring ${(t/e).toPrecision(2)} ${n}`,()=>{class o extends ni{getPoint(c,h=new C){let u=Math.min(1,Math.max(0,(c-.12)/.76)),d=Math.min(1,c/.12,(1-c)/.12),f=2*Math.PI*n*u;return h.set(Math.max(0,d)*Math.cos(f),c*t/e,Math.max(0,d)*Math.sin(f))}}return new Sa(new o,n*(this.fine>16?22:12),.16,this.fine>16?7:5).scale(1,e/t,1)})}foot(){return this.keep("foot",()=>{let t=new Ms(.34,1.5,2.6,4,1).rotateY(Math.PI/4).translate(0,-1.3,0),e=new Ni(3.4,.3,2.2).translate(0,-2.7,0);return z_([ep(t.toNonIndexed()),ep(e.toNonIndexed())])})}};function G_(i,t){let e=ol(t.place),n=(s,r,o,a)=>s.multiply(new Ot().makeScale(r,o,a));switch(t.kind){case"box":return[[i.box(t.size),e]];case"cylinder":return[[i.cylinder(),n(e.multiply(Mr(t.axis)),t.radius,t.length,t.radius)]];case"cone":{let s=new Ot().makeTranslation(0,t.length/4,0);return[[i.cone(),n(e.multiply(Mr(t.axis)).multiply(s),t.radius,t.length,t.radius)]]}case"ellipsoid":return[[i.sphere(),n(e,...t.radii)]];case"torus":{let s=new Ot().makeRotationX(Math.PI/2),r=t.radius;return[[i.torus(r,t.tube),n(e.multiply(Mr(t.axis)).multiply(s),r,r,r)]]}case"bar":{let s=new C(...t.start),r=new C(...t.end).sub(s),o=r.length(),a=o>0?r.clone().divideScalar(o).toArray():[0,1,0],l=s.addScaledVector(r,.5);return[[i.capsule(t.radius,o),e.multiply(new Ot().makeTranslation(l)).multiply(Mr(a))]]}default:return[[i.mesh(t.points,t.faces),e]]}}var fu="#4a4f57",np="#d3d6da",H_="#a3a8af",qA="#dcd8ce",YA=new C(0,1,0),W_=new Ot().makeScale(0,0,0),Po=class{constructor(t,e,n){let s=new Set(e.map(c=>c.key)),r=[...s].map(c=>t.made.get(c)),o=r.reduce((c,h)=>c+h.attributes.position.count,0),a=r.reduce((c,h)=>c+h.index.count,0);this.pieces=e,this.mesh=new ca(Math.max(1,e.length),Math.max(3,o),Math.max(3,a),n),this.mesh.frustumCulled=this.mesh.perObjectFrustumCulled=this.mesh.sortObjects=!1;let l=new Map([...s].map(c=>[c,this.mesh.addGeometry(t.made.get(c))]));for(let c of e)c.number=this.mesh.addInstance(l.get(c.key)),this.mesh.setColorAt(c.number,new $t(c.colour)),c.body<0&&this.mesh.setMatrixAt(c.number,c.matrix);this.work=new Ot}move(t){for(let e of this.pieces)e.body>=0&&this.mesh.setMatrixAt(e.number,this.work.multiplyMatrices(t[e.body],e.matrix))}},Io=class{constructor(t,e,n){this.motion=t,this.scene=t.scene,this.thin=n,this.shapes=e,this.count=this.scene.bodies.length,this.frames=this.scene.bodies.map(()=>new Ot),this.bodyPieces=this.scene.bodies.flatMap((s,r)=>s.solids.flatMap(o=>G_(e,o).map(([a,l])=>({key:a,matrix:l,body:r,colour:o.colour??s.colour,part:r})))),this.work={q:new mn,p:new C,one:new C(1,1,1),m:new Ot,first:new C,second:new C,way:new C,scale:new C},this.isPlanar=!!this.scene.normal}bodies(t){return new Po(this.shapes,this.bodyPieces.map(e=>({...e})),t)}pose(t,e=this.frames){let[n,s,r]=wi(this.motion.times,t),{poses:o}=this.motion,{q:a,p:l,one:c}=this.work,h=u=>u[n]+r*(u[s]-u[n]);for(let u=0;u<this.count;u++){let d=7*u;a.set(h(o[d]),h(o[d+1]),h(o[d+2]),h(o[d+3])).normalize(),l.set(h(o[d+4]),h(o[d+5]),h(o[d+6])),Number.isFinite(l.x+l.y+l.z+a.x)?e[u].compose(l,a,c):e[u].copy(W_)}return e}frame(t,e=new Ot){let n=ol(t);return t.body<0?e.copy(n):e.multiplyMatrices(this.frames[t.body],n)}point(t,e=new C,n=this.frames){return e.set(...t.p),t.body<0?e:e.applyMatrix4(n[t.body])}path(t){let{times:e,poses:n}=this.motion,s=7*t.body,r=new Float32Array(3*e.length),{q:o,p:a}=this.work;for(let l=0;l<e.length;l++)o.set(n[s][l],n[s+1][l],n[s+2][l],n[s+3][l]).normalize(),a.set(...t.p).applyQuaternion(o),r[3*l]=a.x+n[s+4][l],r[3*l+1]=a.y+n[s+5][l],r[3*l+2]=a.z+n[s+6][l];return r}joints(t){let e=this.scene.joints.flatMap((n,s)=>this.jointPieces(n).map(r=>({...r,part:s})));return new Po(this.shapes,e,t)}jointPieces(t){let e=this.thin,n=t.parent.body<0?t.parent:t.child.body<0?t.child:null,{body:s}=t.child,r=ol(t.child).multiply(Mr(t.axis)),o=(h,[u,d,f],p=fu,x=r)=>({key:h,colour:p,body:s,matrix:x.clone().multiply(new Ot().makeScale(u,d,f))}),{shapes:a}=this,l=h=>[o(a.cylinder(),[1.55*e,h,1.55*e]),o(a.cylinder(),[.95*e,1.06*h,.95*e],np)],c=t.foot?this.footPieces(n,t):[];switch(t.kind){case"hinge":return[...l(this.pinLength(t)),...c];case"sleeve":case"screw":return[o(a.cylinder(),[1.5*e,5*e,1.5*e]),...c];case"ball":return[o(a.sphere(),[1.55*e,1.55*e,1.55*e]),...c];case"cross":{let h=r.clone().multiply(new Ot().makeRotationX(Math.PI/2));return[o(a.cylinder(),[.8*e,4.2*e,.8*e]),o(a.cylinder(),[.8*e,4.2*e,.8*e],fu,h),...c]}case"slider":return n?[o(a.box([3.4*e,5.2*e,3.4*e]),[1,1,1])]:[];case"weld":return[o(a.box([2.4*e,2.4*e,2.4*e]),[1,1,1]),...c];default:return[]}}pinLength(t){return Math.max(3*this.thin,Math.min(12*this.thin,1.12*(t.depth??0)))}footPieces(t,e){let n=new C(...this.scene.up).multiplyScalar(e.foot),s=new C(...t.p).addScaledVector(n,-(e.stand??0)),r=new C(...e.axis).applyQuaternion(new mn(...e.child.q)),o=r.addScaledVector(n,-r.dot(n));o.length()<.1&&(o=Math.abs(n.x)<.9?new C(1,0,0):new C(0,1,0)),o.addScaledVector(n,-o.dot(n)).normalize();let a=new C().crossVectors(n,o),l=new Ot().makeBasis(a,n,o).setPosition(s),c=1.5*this.thin;return[{key:this.shapes.foot(),colour:H_,body:-1,matrix:l.multiply(new Ot().makeScale(c,c,c))}]}rails(t){let e=s=>s.kind==="slider"&&(s.parent.body<0||s.child.body<0),n=this.scene.planes.map(({place:s,size:r})=>({key:this.shapes.box(r),colour:qA,body:-1,matrix:ol(s)}));return new Po(this.shapes,[...this.scene.joints.filter(e).map(s=>this.rail(s)),...n],t)}rail(t){let e=t.parent.body<0?t.child:t.parent,n=t.parent.body<0?t.parent:t.child,s=new C(...t.axis).applyQuaternion(new mn(...n.q)).normalize(),r=new C(...n.p),o=this.path(e),[a,l]=[1/0,-1/0];for(let d=0;d<o.length;d+=3){let f=(o[d]-r.x)*s.x+(o[d+1]-r.y)*s.y+(o[d+2]-r.z)*s.z;Number.isFinite(f)&&([a,l]=[Math.min(a,f),Math.max(l,f)])}l>=a||([a,l]=[0,0]);let c=l-a+10*this.thin,h=r.addScaledVector(s,.5*(a+l));if(this.isPlanar){let d=new C(...this.scene.normal);h.addScaledVector(d,this.scene.level+.8*this.thin-h.dot(d))}let u=new Ot().makeTranslation(h).multiply(Mr(s.toArray()));return{key:this.shapes.cylinder(),colour:H_,body:-1,matrix:u.multiply(new Ot().makeScale(.55*this.thin,c,.55*this.thin))}}lines(t){let{shapes:e,thin:n}=this,s=[];this.scene.lines.forEach((r,o)=>{let a=this.usualLength(r),l=r.kind==="bar"?.8*n:Math.min(2.4*n,.16*a),c=(h,u,d)=>s.push({key:h,role:u,line:o,colour:d,radius:l,usual:a,body:-1,matrix:new Ot,part:o});r.kind==="bar"&&c(e.cylinder(),"bar",fu),r.kind.includes("spring")&&c(e.spring(a,l,9),"spring","#7d848e"),r.kind.includes("damper")&&(c(e.cylinder(),"rod",np),c(e.cylinder(),"cup",fu))}),this.ways=this.scene.joints.filter(r=>r.kind==="slider"&&r.parent.body>=0&&r.child.body>=0);for(let r of this.ways){let o={first:r.parent,second:r.child};s.push({key:e.cylinder(),role:"bar",ends:o,colour:np,radius:.62*n,usual:1,body:-1,matrix:new Ot,part:void 0})}return this.lineBatch=new Po(e,s,t),this.lineBatch}usualLength(t){let{times:e}=this.motion,n=this.scene.bodies.map(()=>new Ot),s=0,r=Math.min(9,e.length);for(let o=0;o<r;o++)this.pose(e[Math.floor(o*(e.length-1)/Math.max(1,r-1))],n),s+=this.point(t.first,new C,n).distanceTo(this.point(t.second,new C,n));return Math.max(s/r,this.thin)||this.thin}moveLines(){let{first:t,second:e,way:n,scale:s,q:r,m:o}=this.work;for(let a of this.lineBatch.pieces){let l=a.ends??this.scene.lines[a.line];this.point(l.first,t),n.copy(this.point(l.second,e)).sub(t);let c=n.length();if(!(c>0)){this.lineBatch.mesh.setMatrixAt(a.number,W_);continue}r.setFromUnitVectors(YA,n.divideScalar(c));let h=a.radius,[u,d,f]={spring:[0,c,h],bar:[.5,c,h],rod:[.5,c,.22*h],cup:[.3,.4*a.usual,.5*h]}[a.role];this.lineBatch.mesh.setMatrixAt(a.number,o.compose(t.addScaledVector(n,u*c),r,s.set(f,d,f)))}}};function br(i=!1){return new or({roughness:.58,metalness:.04,side:i?Qi:Kn,transparent:i,opacity:i?.24:1})}var $A=120,pu=class{constructor(t){this.canvas=t,this.isPlain=!0,this.context=t.getContext("2d"),this.info={autoReset:!1,reset(){},render:{calls:0,triangles:0},memory:{geometries:0,textures:0}},this.ratio=1,this.corners=new WeakMap}setSize(t,e){Object.assign(this,{width:t,height:e}),this.setPixelRatio(this.ratio)}getPixelRatio(){return this.ratio}setPixelRatio(t){this.ratio=t,Object.assign(this.canvas,{width:this.width*t,height:this.height*t})}paint(t){let{context:e}=this,n=t.rig.camera;e.setTransform(this.ratio,0,0,this.ratio,0,0),e.fillStyle=`#${t.plainPaper.getHexString()}`,e.fillRect(0,0,this.width,this.height);let s=[t.rails,t.bodies,t.lines,t.joints].filter(r=>r.mesh.visible).flatMap(r=>this.outlines(r,t.cast.shapes,n));s.sort((r,o)=>o.depth-r.depth);for(let{outline:r,colour:o}of s)this.fill(r,o);for(let r of t.traces)r.line.visible&&this.trail(t,r,n)}outlines(t,e,n){let[s,r,o]=[new Ot,new C,[]];for(let a of t.pieces){t.mesh.getMatrixAt(a.number,s);let l=0,c=this.sampled(e.made.get(a.key)),h=c.map(u=>(r.copy(u).applyMatrix4(s).project(n),l+=r.z/c.length,[(r.x+1)/2*this.width,(1-r.y)/2*this.height]));Number.isFinite(l)&&o.push({depth:l,outline:ZA(h),colour:new $t(a.colour)})}return o}sampled(t){if(!this.corners.has(t)){let{position:e}=t.attributes,n=Math.max(1,Math.floor(e.count/$A));this.corners.set(t,Array.from({length:Math.ceil(e.count/n)},(s,r)=>new C().fromBufferAttribute(e,r*n)))}return this.corners.get(t)}fill(t,e){let{context:n}=this;n.beginPath();for(let[s,r]of t)n.lineTo(s,r);n.closePath(),n.fillStyle=`#${e.getHexString()}`,n.strokeStyle=`#${e.clone().multiplyScalar(.45).getHexString()}`,n.lineWidth=1,n.lineJoin="round",n.fill(),n.stroke()}trail(t,e,n){let{context:s}=this,r=t.trail(t.cast,e),o=new C;s.beginPath();for(let a=0;a<=e.line.geometry.instanceCount&&3*a<r.length;a++)o.set(r[3*a],r[3*a+1],r[3*a+2]).project(n),s.lineTo((o.x+1)/2*this.width,(1-o.y)/2*this.height);s.strokeStyle=t.scene.bodies[e.body].colour,s.lineWidth=1.6,s.stroke()}};function ZA(i){let t=i.toSorted(([s,r],[o,a])=>s-o||r-a),e=([s,r],[o,a],[l,c])=>(o-s)*(c-r)-(a-r)*(l-s),n=s=>{let r=[];for(let o of s){for(;r.length>1&&e(r.at(-2),r.at(-1),o)<=0;)r.pop();r.push(o)}return r.slice(0,-1)};return[...n(t),...n(t.toReversed())]}var X_=28,al=es.degToRad(89.5),mu=class{constructor(t,e,n){this.scene=e,this.changed=n,this.perspective=new Yn(X_,1,.01,100),this.parallel=new ar(-1,1,1,-1,.01,100),this.isParallel=!1,this.aspect=1,this.target=new C,this.azimuth=this.elevation=0,this.height=1,this.up=new C(...e.up);let s=Math.abs(this.up.z)<.9?new C(0,0,1):new C(0,1,0),r=new C().crossVectors(this.up,s).normalize();this.ahead=new C().crossVectors(r,this.up).normalize(),this.side=new C().crossVectors(this.up,this.ahead),this.listen(t)}get camera(){return this.isParallel?this.parallel:this.perspective}axes(){let e=this.side.clone().multiplyScalar(Math.cos(this.azimuth)).addScaledVector(this.ahead,Math.sin(this.azimuth)).multiplyScalar(Math.cos(this.elevation)).addScaledVector(this.up,Math.sin(this.elevation)),n=new C().crossVectors(this.up,e).normalize();return{towards:e,right:n,upward:new C().crossVectors(e,n)}}look(t){let e=new C(...t).normalize();this.elevation=Math.max(-al,Math.min(al,Math.asin(es.clamp(e.dot(this.up),-1,1)))),Math.abs(this.elevation)<al&&(this.azimuth=Math.atan2(e.dot(this.ahead),e.dot(this.side)))}fit(t,e=1.1,n=[0,0]){let{towards:s,right:r,upward:o}=this.axes(),[a,l,c,h,u]=[1/0,-1/0,1/0,-1/0,-1/0],d=new C;for(let m of t){d.set(...m);let[g,S,E]=[d.dot(r),d.dot(o),d.dot(s)];[a,l,c,h,u]=[Math.min(a,g),Math.max(l,g),Math.min(c,S),Math.max(h,S),Math.max(u,E)]}let p=.5*(t.reduce((m,g)=>Math.min(m,d.set(...g).dot(s)),1/0)+u);this.target.set(0,0,0).addScaledVector(r,.5*(a+l)).addScaledVector(o,.5*(c+h)).addScaledVector(s,p);let x=Math.max(.3,1-n[0]-n[1]);if(this.height=e*Math.max((h-c)/x,(l-a)/this.aspect,1e-9),this.target.addScaledVector(o,.5*(n[0]-n[1])*this.height),!this.isParallel)for(let m=0;m<5;m++)this.tighten(t,e,n);this.update()}tighten(t,e,n){this.place();let{right:s,upward:r}=this.axes(),[o,a,l,c]=[1/0,-1/0,1/0,-1/0];for(let d of t){let{x:f,y:p}=new C(...d).project(this.perspective);[o,a,l,c]=[Math.min(o,f),Math.max(a,f),Math.min(l,p),Math.max(c,p)]}let h=Math.max(.3,1-n[0]-n[1]),u=n[1]-n[0];this.target.addScaledVector(s,.25*(o+a)*this.aspect*this.height).addScaledVector(r,.5*(.5*(l+c)-u)*this.height),this.height*=.5*e*Math.max(a-o,(c-l)/h,1e-9)}update(){this.place(),this.changed()}place(){let{towards:t}=this.axes(),e=this.height/(2*Math.tan(es.degToRad(X_/2))),n=Math.max(this.scene.size*3,e),s=this.isParallel?e+4*n:e;for(let r of[this.perspective,this.parallel])r.up.copy(this.up),r.position.copy(this.target).addScaledVector(t,s),r.lookAt(this.target),r.near=this.isParallel?s-3*n:Math.max(.01*e,e-2*n),r.far=s+4*n;this.perspective.aspect=this.aspect,this.parallel.top=this.height/2,this.parallel.bottom=-this.height/2,this.parallel.right=this.aspect*this.height/2,this.parallel.left=-this.parallel.right,this.camera.updateProjectionMatrix(),this.camera.updateMatrixWorld()}orbit(t,e){this.isTouched=!0,this.azimuth-=t,this.elevation=es.clamp(this.elevation+e,-al,al),this.update()}pan(t,e){this.isTouched=!0;let{right:n,upward:s}=this.axes();this.target.addScaledVector(n,-t*this.height).addScaledVector(s,e*this.height),this.update()}zoom(t){this.isTouched=!0,this.height=es.clamp(this.height*t,.001*this.scene.size,40*this.scene.size),this.update()}listen(t){let e=new Map,n=()=>{let[s,r]=[...e.values()];return{x:(s.x+r.x)/2,y:(s.y+r.y)/2,size:Math.hypot(s.x-r.x,s.y-r.y)||1}};t.addEventListener("pointerdown",s=>{t.setPointerCapture(s.pointerId),e.set(s.pointerId,{x:s.clientX,y:s.clientY})}),t.addEventListener("pointermove",s=>{let r=e.get(s.pointerId);if(!r)return;let o=t.clientHeight,[a,l]=[s.clientX-r.x,s.clientY-r.y];if(e.size===2){let c=n();e.set(s.pointerId,{x:s.clientX,y:s.clientY});let h=n();this.pan((h.x-c.x)/o,(h.y-c.y)/o),this.zoom(c.size/h.size);return}e.set(s.pointerId,{x:s.clientX,y:s.clientY}),!(a===0&&l===0)&&(s.buttons&6||s.shiftKey||this.isFlat?this.pan(a/o,l/o):this.orbit(a/o*3.4,l/o*3.4))});for(let s of["pointerup","pointercancel"])t.addEventListener(s,r=>e.delete(r.pointerId));t.addEventListener("contextmenu",s=>s.preventDefault()),t.addEventListener("wheel",s=>{s.preventDefault(),this.zoom(Math.exp(.0012*s.deltaY))},{passive:!1})}};var q_=4;function Y_(i,t,e=[]){let[n,s]=wi(i,t),r=(y,R)=>e.some(T=>T.t>i[y]&&T.t<=i[R]),[o,a]=n<s&&r(n,s)?e.some(y=>y.t>i[n]&&y.t<=t)?[s,s]:[n,n]:[n,s];for(;o>0&&n-o<q_&&!r(o-1,o);)o-=1;for(;a<i.length-1&&a-s<q_&&!r(a,a+1);)a+=1;let l=i[a]-i[o];if(!(l>0))return{first:o,weights:[0]};let c=Array.from({length:a-o+1},(y,R)=>(i[o+R]-t)/l),h=y=>c.reduce((R,T)=>R+T**y,0),[u,d,f]=[c.length,h(1),h(2)];if(u===2)return{first:o,weights:[-1/l,1/l]};let[p,x]=[h(3),h(4)],m=u*(f*x-p*p)-d*(d*x-f*p)+f*(d*p-f*f),[g,S,E]=[f*p-d*x,u*x-f*f,d*f-u*p].map(y=>y/m/l);return{first:o,weights:c.map(y=>g+S*y+E*y*y)}}var ip=60,sp={reaction:"#c0392f",force:"#8d4fb0",weight:"#7a7f87",velocity:"#2f8f5b",x:"#b5443b",y:"#3a9273",z:"#3d6fb4"},JA={light:{inner:"#fefdfb",outer:"#e9e6df",plain:"#f7f5f1",grid:"#c4c0b5",shadow:"#3a3f48",opacity:.2,sky:"#ffffff",floor:"#d8d2c4",sun:2.1,ambient:1.75,ink:"#23272e"},dark:{inner:"#252b35",outer:"#13161b",plain:"#1d2229",grid:"#3a424d",shadow:"#000000",opacity:.38,sky:"#dfe8f5",floor:"#6a7484",sun:2.5,ambient:2.1,ink:"#e6e8ec"}},$_=4,KA=500,Z_=30,rp=[1,.75,.55];function jA(){let i=document.createElement("canvas").getContext("webgl2");if(!i)return"plainly";let t=i?.getExtension("WEBGL_debug_renderer_info"),e=t?i.getParameter(t.UNMASKED_RENDERER_WEBGL):"";return i?.getExtension("WEBGL_lose_context")?.loseContext(),/swiftshader|llvmpipe|software|basic render/i.test(e)?"slowly":"quickly"}var gu=class{constructor(t,e,n){this.host=t,this.data=e,this.changed=n,this.main=0,this.toggles={joints:!0,frames:!1,trail:!0,forces:!1,velocity:!1,numbers:!0,ghosts:e.motions.length>1,grid:!0},this.canvas=document.createElement("canvas"),this.canvas.setAttribute("aria-label","the motion"),t.prepend(this.canvas),this.numbers=new vh(this.canvas);let s=jA();this.isSoftware=s==="slowly",this.isPlain=s==="plainly",this.renderer=this.isPlain?new pu(this.canvas):new mh({canvas:this.canvas,antialias:!this.isSoftware,stencil:!0,preserveDrawingBuffer:!0}),this.renderer.autoClear=!1,this.renderer.info.autoReset=!1,this.back=new Vs,this.acting=new Vs,this.front=new Vs,this.above=new Vs,this.lights(),this.build(),this.resized(),new ResizeObserver(()=>this.resized()).observe(t)}lights(){this.sun=new Ra("#fff6e8",2.1),this.sky=new Ta("#ffffff","#d8d2c4",1.75),this.acting.add(this.sun,this.sun.target,this.sky),this.frontSun=this.sun.clone(),this.frontSky=this.sky.clone(),this.front.add(this.frontSun,this.frontSun.target,this.frontSky),this.aboveSun=this.sun.clone(),this.aboveSky=this.sky.clone(),this.above.add(this.aboveSun,this.aboveSun.target,this.aboveSky)}get cast(){return this.casts[this.main]}get scene(){return this.cast.scene}build(){let t=Math.max(...this.data.motions.map(s=>s.scene.bodies.length)),e=this.data.motions.reduce((s,r)=>s+r.scene.bodies.length,0);this.shapes=new du(t>1e3?8:t>ip?12:t>16?20:44);let{symbol:n}=this.data.motions[0].scene;this.casts=this.data.motions.map(s=>new Io(s,this.shapes,n)),this.shapes.cylinder(),this.group=new _s,this.group.matrixAutoUpdate=!1,this.acting.add(this.group),this.softness=e>1e3?0:e>ip?1:e>16?3:4,this.raycaster=new lr,this.dull=new ba({side:Kn}),this.rig=new mu(this.canvas,this.scene,()=>this.changed()),this.board=D_(this.scene),this.shadows=this.shadowPasses(),this.makeGrid(),this.setMain(0)}makeGrid(){let t=this.grid?.material.color;this.grid?.removeFromParent(),this.grid?.geometry.dispose(),this.grid?.material.dispose();let{lines:e,step:n}=U_(this.scene,this.board,this.isTravelling?1.5*this.scene.reach:this.scene.size);this.grid=e,this.gridStep=n,t&&e.material.color.copy(t),this.back.add(e)}shadowPasses(){return Array.from({length:this.softness},(t,e)=>{let n=2*Math.PI*e/Math.max(1,this.softness),s=this.softness>1?.02:0,r=this.board.light.clone().addScaledVector(this.board.side,s*Math.cos(n)).addScaledVector(this.board.other,s*Math.sin(n)),o=new oo({transparent:!0,depthWrite:!1,side:Kn,stencilWrite:!0,stencilFunc:Dd,stencilRef:e+1,stencilZPass:Ld});return{matrix:N_(this.board,r),material:o}})}setMain(t){this.main=t,this.group.clear(),this.front.remove(...this.extras??[]),this.above.remove(...this.arrows?.parts??[]);let e=this.cast;this.bodies=e.bodies(br()),this.joints=e.joints(br()),this.lines=e.lines(br()),this.rails=e.rails(br()),this.group.add(this.bodies.mesh,this.joints.mesh,this.lines.mesh,this.rails.mesh),this.others=this.casts.filter((r,o)=>o!==t).map(r=>({cast:r,batch:r.bodies(br(!0))})),this.past=this.others.length||e.count>ip?[]:Array.from({length:$_},(r,o)=>{let a=br(!0);return a.opacity=.22*(1-o/($_+1)),{frames:e.frames.map(()=>new Ot),batch:e.bodies(a)}});let n=e.motion.loads.items.length+e.count*4+4;this.arrows=new hu(n,.55*e.thin),this.traces=this.makeTraces(e),this.extras=[...this.others,...this.past].map(r=>r.batch.mesh).concat(this.traces.map(r=>r.line)),this.front.add(...this.extras),this.above.add(...this.arrows.parts);let s=.24*Math.min(this.scene.size,1.5*this.scene.reach);this.loadScale=s/(e.motion.loads.largest||1),this.speedScale=s/(e.motion.fastest||1),this.changed()}renew(t){if(!t){for(let r of this.traces)!r.shown||!this.toggles.trail||(r.line.geometry.dispose(),r.line.geometry.setPositions(this.trail(this.cast,r)));this.changed();return}this.dispose();let{motion:e,shapes:n,thin:s}=this.cast;n.made.size>KA&&n.made.clear(),this.casts[this.main]=new Io(e,n,s),n.cylinder(),this.hasScale?this.remain():this.setMain(this.main),this.hasScale=!0}addCast(t){this.dispose(),this.casts.push(new Io(t,this.shapes,this.cast.thin)),this.remain()}removeCast(t){this.dispose(),this.casts.splice(t,1),this.remain()}remain(){let t=new Map(this.traces.map(s=>[s.body,s.shown])),{loadScale:e,speedScale:n}=this;this.setMain(this.main),[this.loadScale,this.speedScale]=[e,n];for(let s of this.traces)s.shown=t.get(s.body)??s.shown}dispose(){for(let t of[this.bodies,this.joints,this.lines,this.rails,...[...this.others,...this.past].map(e=>e.batch)])t.mesh.dispose(),t.mesh.material.dispose();for(let{line:t}of this.traces)t.geometry.dispose(),t.material.dispose();for(let t of this.arrows.parts)t.dispose()}reframe(){let{scene:t}=this;if(t.travels)return;let e=new en;for(let l of this.casts)this.enclose(e,l);if(e.isEmpty())return;let{min:n,max:s}=e;if(t.corners=[0,1,2,3,4,5,6,7].map(l=>[l&1?s.x:n.x,l&2?s.y:n.y,l&4?s.z:n.z]),this.rig.isTouched||this.followed!==void 0)return;let{height:r,target:o}=this.rig,a=o.clone();this.fit(),this.rig.height<1.08*r&&this.rig.height>.6*r&&this.rig.target.distanceTo(a)<.15*r&&(this.rig.height=r,this.rig.target.copy(a),this.rig.update())}enclose(t,e){let{times:n}=e.motion,s=e.frames.map(()=>new Ot),r=new en,o=[];for(let a=0;a<Z_;a++){e.pose(n[Math.floor(a*(n.length-1)/(Z_-1))],s);for(let l of e.bodyPieces){let c=e.shapes.made.get(l.key);c.boundingBox||c.computeBoundingBox(),r.copy(c.boundingBox).applyMatrix4(l.matrix).applyMatrix4(s[l.body]),Number.isFinite(r.min.x+r.max.x)&&t.union(r)}for(let{first:l,second:c}of e.scene.lines)for(let h of[l,c])o.push(e.point(h,new C,s))}for(let a of e.scene.joints)for(let l of[a.parent,a.child])l.body<0&&o.push(new C(...l.p));for(let a of o)Number.isFinite(a.x)&&t.expandByPoint(a)}trail(t,e){let n=t.path(e);for(let s=0;s<n.length;s++)!Number.isFinite(n[s])&&s>=3&&(n[s]=n[s-3]);for(let s=n.length-1;s>=0;s--)Number.isFinite(n[s])||(n[s]=n[s+3]??0);return n}makeTraces(t){return this.scene.traces.map(e=>{let n=new Co().setPositions(this.trail(t,e)),s=new $t(this.scene.bodies[e.body].colour),r=new cu(n,new Js({color:s,linewidth:1.8,transparent:!0,opacity:.75}));return r.frustumCulled=!1,{...e,line:r,shown:e.shown}})}theme(t){let e=JA[t];this.ink=e.ink,this.plain=e.plain,this.paper?.dispose(),this.paper=F_(e.inner,e.outer),this.plainPaper=new $t(e.plain),this.grid.material.color.set(e.grid);for(let n of[this.sky,this.frontSky,this.aboveSky])n.color.set(e.sky),n.groundColor.set(e.floor),n.intensity=e.ambient;for(let n of[this.sun,this.frontSun,this.aboveSun])n.intensity=e.sun;for(let{material:n}of this.shadows)n.color.set(e.shadow),n.opacity=e.opacity/this.softness;this.changed()}resized(){let{clientWidth:t,clientHeight:e}=this.host;if(!t||!e)return;this.renderer.setSize(t,e,!1);let n=this.rig.aspect;this.rig.aspect=t/e,this.view&&!this.rig.isTouched&&Math.abs(Math.log(n/this.rig.aspect))>.05?this.see(this.view):this.rig.update()}see(t){let{rig:e,scene:n}=this,s=n.normal?new C(...n.normal):e.ahead.clone().negate(),r=e.up,o=new C().crossVectors(r,s);e.isParallel=t!=="3-D",e.isFlat=t==="flat";let a={"3-D":n.normal?s.clone().multiplyScalar(.78).addScaledVector(o,.5).addScaledVector(r,.36):new C(...n.towards),front:s,flat:s,side:o,top:r};e.look(a[t]),t==="top"&&(e.azimuth=Math.atan2(s.dot(e.ahead),s.dot(e.side))),this.view=t,e.isTouched=!1,this.fit()}fit(){let{clientWidth:t,clientHeight:e}=this.host,[n,s,r]=this.isTravelling?(this.place??this.whereabouts()).toArray():[0,0,0],o=this.isTravelling?this.scene.travels.corners:this.scene.corners;this.rig.fit(o.map(a=>[a[0]+n,a[1]+s,a[2]+r]),this.isTravelling?1.8:1.1,[(t<600?92:50)/e,52/e])}get isTravelling(){return this.followed!==void 0&&this.followed===this.scene.travels?.body}follow(t){let e=this.isTravelling;this.followed=t,this.place=t===void 0?void 0:this.whereabouts(),this.isTravelling!==e&&this.makeGrid(),this.isTravelling||t===void 0?this.see(this.view):this.place&&this.rig.target.copy(this.place),this.rig.update()}whereabouts(){let t=this.cast.point({body:this.followed,p:this.scene.bodies[this.followed].com});return Number.isFinite(t.x+t.y+t.z)?t:void 0}draw(t,e=0){this.t=t;let n=e>0;this.sharpen(e),this.pose(t);let{renderer:s,rig:r}=this,o=r.camera;if(this.isPlain){s.paint(this),this.film&&qa(this.canvas,this.numbers,this.film);return}this.numbers.draw(o,this),s.info.reset(),s.clear(),this.grid.visible=this.toggles.grid,this.shine(),this.back.background=n?this.plainPaper:this.paper,s.render(this.back,o),!n&&r.axes().towards.dot(this.board.normal)>.02&&this.castShadows(o),this.acting.overrideMaterial=n?this.dull:null,s.render(this.acting,o),this.acting.overrideMaterial=null,s.render(this.front,o),s.clearDepth(),this.arrows.count&&s.render(this.above,o),this.film&&qa(this.canvas,this.numbers,this.film)}sharpen(t){let e=Math.min(2,window.devicePixelRatio),n=t?(this.isSoftware?1:e)*rp[t-1]:this.isSoftware?2:e;this.renderer.getPixelRatio()!==n&&this.renderer.setPixelRatio(n)}shine(){let{towards:t,right:e,upward:n}=this.rig.axes();for(let s of[this.sun,this.frontSun,this.aboveSun])s.position.copy(t).addScaledVector(n,.95).addScaledVector(e,-.75)}castShadows(t){this.joints.mesh.visible&&=!this.rig.isFlat;for(let{matrix:e,material:n}of this.shadows)this.group.matrix.copy(e),this.acting.overrideMaterial=n,this.renderer.render(this.acting,t);this.group.matrix.identity(),this.acting.overrideMaterial=null,this.joints.mesh.visible=this.toggles.joints}pose(t){let{cast:e,toggles:n}=this;e.pose(t),this.moveAlong(),this.bodies.move(e.frames),this.joints.move(e.frames),e.moveLines(),this.joints.mesh.visible=this.rails.mesh.visible=n.joints;let s=this.rig.isFlat?this.scene.size:0;this.joints.mesh.position.set(...this.scene.normal??[0,0,0]).multiplyScalar(s),this.joints.mesh.updateMatrixWorld();for(let{cast:o,batch:a}of this.others)a.mesh.visible=n.ghosts,n.ghosts&&a.move(o.pose(t));let r=e.motion.times[e.motion.times.length-1]-e.motion.times[0];this.past.forEach((o,a)=>{let l=t-.035*r*(a+1);o.batch.mesh.visible=n.ghosts&&l>=e.motion.times[0],o.batch.mesh.visible&&o.batch.move(e.pose(l,o.frames))}),this.poseTraces(t),this.poseArrows(t)}moveAlong(){if(this.followed===void 0)return;let t=this.whereabouts();if(!t||(this.place&&this.rig.target.add(t).sub(this.place),this.place=t,this.rig.place(),!this.isTravelling))return;let{side:e,other:n}=this.board;this.grid.position.set(0,0,0);for(let s of[e,n])this.grid.position.addScaledVector(s,this.gridStep*Math.round(t.dot(s)/this.gridStep)-this.grid.userData.middle.dot(s))}poseTraces(t){let[e]=wi(this.cast.motion.times,t);for(let n of this.traces)n.line.visible=this.toggles.trail&&n.shown&&e>0,n.line.geometry.instanceCount=e}poseArrows(t){let{arrows:e,cast:n,toggles:s}=this,[r,o,a]=[new C,new C,new C];e.clear(),this.numbers.clear();let l=(d,f)=>{e.add(r,o,f)&&s.numbers&&this.numbers.add(r,o,d,f)},[c,h,u]=wi(n.motion.times,t);if(s.forces){let d=n.motion.loadValues;n.motion.loads.items.forEach((f,p)=>{let x=(g,S)=>S.set(...[0,1,2].map(E=>d[g+E][c]+u*(d[g+E][h]-d[g+E][c]))),m=x(3*p,o).length();o.multiplyScalar(this.loadScale),f.place?n.point(f.place,r):x(f.channel,r),l(Ya(m),this.colour(f.kind))})}if(this.pull&&e.add(n.point(this.pull.place,r),o.set(...this.pull.to).sub(r),this.colour("velocity")),s.velocity){let d=this.slope(t);for(let f=0;f<n.count;f++){let p={body:f,p:this.scene.bodies[f].com};if(!this.scene.bodies[f].solids.length)continue;let x=this.velocity(p,d,o).length();o.multiplyScalar(this.speedScale),n.point(p,r),l($a(x,n.motion.fastest),this.colour("velocity"))}}if(s.frames){let d=5*n.thin;for(let f of n.frames)"xyz".split("").forEach((p,x)=>{o.setFromMatrixColumn(f,x).multiplyScalar(d),e.add(a.setFromMatrixPosition(f),o,this.colour(p))})}e.finish()}colour(t){return this.colours??=Object.fromEntries(Object.entries(sp).map(([e,n])=>[e,new $t(n)])),this.colours[t]}slope(t){let{times:e,events:n}=this.cast.motion;return Y_(e,t,n)}velocity(t,{first:e,weights:n},s){let r=new C;return s.set(0,0,0),n.forEach((o,a)=>s.addScaledVector(this.at(t,e+a,r),o)),s}at(t,e,n){let{poses:s}=this.cast.motion,r=7*t.body,{q:o,p:a}=this.cast.work;return o.set(s[r][e],s[r+1][e],s[r+2][e],s[r+3][e]).normalize(),a.set(s[r+4][e],s[r+5][e],s[r+6][e]),n.set(...t.p).applyQuaternion(o).add(a)}under(t,e){let n=this.canvas.getBoundingClientRect(),s=new Ht(2*(t-n.left)/n.width-1,1-2*(e-n.top)/n.height);this.raycaster.setFromCamera(s,this.rig.camera);let r=[["body",this.bodies],["line",this.lines],...this.toggles.joints?[["joint",this.joints]]:[]],o=null;for(let[a,l]of r){let[c]=this.raycaster.intersectObject(l.mesh);c&&l.pieces[c.batchId].part!==void 0&&(!o||c.distance<o.distance)&&(o={kind:a,distance:c.distance,point:c.point,number:l.pieces[c.batchId].part})}return o}highlight(...t){if(`${this.lit??""}`==`${t}`)return;this.lit=t;let e=new $t;for(let n of this.bodies.pieces)e.set(n.colour),t.includes(n.part)&&e.lerp(new $t("#ffffff"),.28),this.bodies.mesh.setColorAt(n.number,e);this.changed()}screen(t){let e=new C(...t).project(this.rig.camera);return[(e.x+1)/2*this.canvas.clientWidth,(1-e.y)/2*this.canvas.clientHeight]}};var QA=400,_u=class{constructor(t){this.page=t,this.banner=Q("p",{id:"watch-said",role:"alert",hidden:!0}),document.getElementById("stage").append(this.banner),Mh(t),this.ask()}async ask(){try{let{version:t,error:e}=await(await fetch("version",{cache:"no-store"})).json();if(this.version??=t,this.say(e),t!==this.version){Sh(this.page),location.reload();return}}catch{this.say("The program that made this page has ended. What is here goes on.")}setTimeout(()=>this.ask(),QA)}say(t){this.banner.textContent=t,this.banner.hidden=!t}};var Gt=i=>document.getElementById(i),tT=performance.now(),xu=2e3,eT=45,nT=1.6,op=class{constructor(t){this.data=t,this.motion=t.motions[0],this.costs=[],this.frameCount=0,this.player=new su(this.motion.times,()=>this.changed()),this.stage=new gu(Gt("stage"),t,()=>this.changed()),this.plots=new Zh(Gt("curves"),t.motions,this.player,()=>this.changed()),this.picker=new Jh(Gt("picker"),this.plots),this.head(),this.tools(),this.foot(),this.pointer(),this.keys(),this.theme(matchMedia("(prefers-color-scheme: dark)").matches?"dark":"light"),this.stage.see(this.usualView()),this.followTraveller(),this.plots.addAll(t.shown),this.pressed(),this.haste=this.stage.isSoftware?1:0,t.live&&this.beginLive(),this.stage.isPlain&&this.say("This browser draws no WebGL: the picture is plain, without shadows, arrows and ghosts."),this.draw(),this.playAtStart(),t.cases&&(this.cases=new Eh(this,t.cases)),document.documentElement.dataset.watched!==void 0&&(this.watch=new _u(this))}beginLive(){this.authorsTrust=this.motion.trust,this.live=new eu(this,this.data.live),Gt("side").prepend(this.live.card,this.live.kept.figure)}takeMotion(t,e){let{stage:n,player:s}=this,r=!this.isLive,o=this.drawn?.some((a,l)=>a!==e[l])??!1;this.isLive=!0,this.drawn=e,e.length&&qf(this.motion.scene,this.data.live.drawn,e),Object.assign(this.motion,t),s.times=t.times,n.renew(r||o),this.plots.renew(),this.phase?.renew(),this.marks(),this.draw()}addGhost(t){this.data.motions.push(t),this.stage.addCast(t),this.stage.toggles.ghosts=!0,this.plots.rebuild(),this.phase?.renew(),this.pressed()}removeGhost(t){this.data.motions.splice(t,1),this.stage.removeCast(t),this.plots.rebuild(),this.phase?.renew(),this.pressed()}saveNumbers(){this.download(new Blob([Fg(this.motion)],{type:"text/csv"}),"csv")}settle(){this.stage.renew(!0),this.stage.reframe(),this.fillCards(),this.pressed()}get play(){return this.live?.play}endless(t){let{player:e,plots:n}=this;this.beforeEndless??={whole:e.whole,span:e.span,times:e.times},e.isEndless=t,t?e.speed=1:(Object.assign(e,this.beforeEndless,{range:this.beforeEndless.whole,t:this.beforeEndless.whole[0]}),this.beforeEndless=void 0),this.speed(t?1:Kf(e.span||1)),n.range=null,n.window=t?this.play.window:void 0,n.rebuild();let{rig:s}=this.stage;t&&!s.isTouched&&this.stage.followed===void 0&&(s.zoom(nT),s.isTouched=!1),e.play(!0),this.pressed()}takeRow(t){let{player:e,stage:n}=this,s=this.drawn?.some((o,a)=>o!==t[a])??!1;this.drawn=t,s&&qf(this.motion.scene,this.data.live.drawn,t),Object.assign(this.motion,this.play.motion());let{times:r}=this.motion;e.grow(r),n.renew(s),this.plots.window=this.play.window,this.plots.renew(),this.phase?.renew(),this.marks(),this.changed()}usualView(){return this.motion.scene.normal?"flat":"3-D"}followTraveller(){let{travels:t}=this.stage.scene;t&&(this.stage.cast.pose(this.player.t),this.stage.follow(t.body))}playAtStart(){!matchMedia("(prefers-reduced-motion: reduce)").matches&&this.data.plays&&this.player.play(!0)}head(){if(document.title=this.data.title,Gt("title").textContent=this.data.title,Gt("facts").textContent=this.motion.facts,this.fillParts(),this.cards=Q("div",{id:"cards"}),Gt("side").append(this.cards),this.fillCards(),document.body.append(E_()),this.data.motions.length>1){let t=Q("select",{id:"main","aria-label":"motion",onchange:()=>this.choose(Number(t.value))});this.data.motions.forEach((e,n)=>t.append(Q("option",{value:n},e.label))),Gt("compare").append(t,Q("small",{},`${this.data.motions.length-1} more as ghost${this.data.motions.length>2?"s":""}`)),Gt("compare").hidden=!1}Gt("show-equations").hidden=!this.data.equations}fillParts(){Gt("parts-list").replaceChildren(...T_(this.motion.scene,{enter:t=>this.stage.highlight(t),leave:()=>this.stage.highlight(),choose:t=>this.chooseBody(t)})),Gt("parts-count").textContent=`${this.motion.scene.bodies.length}`}fillCards(){let t=[A_(this.motion.trust)];this.data.equations&&(this.equations??=w_(this.data.equations,{enter:e=>this.point(e),leave:()=>this.point([]),choose:e=>this.choosePlaces(e)}),t.push(this.equations)),this.cards.replaceChildren(...t)}choose(t){this.motion=this.data.motions[t],Gt("facts").textContent=this.motion.facts,this.stage.setMain(t),this.phase?.renew(t),this.stage.followed!==void 0&&(this.stage.follow(void 0),this.followTraveller()),this.plots.rebuild(t),this.fillParts(),this.fillCards(),this.changed()}chooseBody(t){this.chosen=this.chosen===t?void 0:t;for(let e of this.stage.traces)e.body===t&&(e.shown=this.chosen===t||!e.shown);for(let e of Gt("parts-list").querySelectorAll("li"))e.classList.toggle("chosen",Number(e.dataset.body)===this.chosen);this.stage.followed!==void 0&&this.chosen!==void 0&&this.stage.follow(this.chosen),this.chosen!==void 0&&!this.stage.toggles.trail&&this.toggle("trail"),this.pressed()}tools(){for(let t of Object.keys(this.stage.toggles))Gt("shows").append(Q("button",{"data-toggle":t,onclick:()=>this.toggle(t)},t));for(let t of["3-D","front","side","top","flat"])Gt("views").append(Q("button",{"data-view":t,onclick:()=>this.see(t)},t));Gt("views").append(Q("button",{id:"follow",onclick:()=>this.follow()},"follow")),Gt("theme").addEventListener("click",()=>this.theme(this.themeName==="dark"?"light":"dark")),Gt("picture").addEventListener("click",()=>this.savePicture()),Gt("record").addEventListener("click",()=>this.record()),Gt("show-equations").addEventListener("click",()=>this.showEquations()),Gt("show-phase").addEventListener("click",()=>this.showPhase()),Gt("show-phase").hidden=this.motion.signals.size<2,Gt("help").addEventListener("click",()=>Gt("keys").showModal()),Gt("parts-head").addEventListener("click",()=>Gt("parts").classList.toggle("closed")),(this.motion.scene.bodies.length>14||innerWidth<760)&&Gt("parts").classList.add("closed")}foot(){let{player:t}=this,e=new Set([t.speed]);for(let o=-7;o<=3;o++)for(let a of[1,2,5])e.add(a*10**o);let n=[...e].filter(o=>o>t.speed/150&&o<t.speed*150).sort((o,a)=>o-a),s=Gt("speed");for(let o of n)s.append(Q("option",{value:o},cf(o)));s.value=t.speed,s.addEventListener("change",()=>this.speed(Number(s.value))),Gt("play").addEventListener("click",()=>t.play()),Gt("back").addEventListener("click",()=>t.step(-1)),Gt("on").addEventListener("click",()=>this.step()),Gt("loop").addEventListener("click",()=>this.play?.isOn?this.play.restart():this.loop());let r=Gt("scrub");r.max=xu,r.addEventListener("input",()=>{t.playing=!1,t.seek(t.whole[0]+t.span*r.value/xu)}),this.marks()}marks(){let{player:t}=this,e=r=>`${(100*(r-t.whole[0])/(t.span||1)).toFixed(3)}%`,n=this.data.intervals.flatMap(({name:r,spans:o},a)=>o.map(([l,c])=>{let h=Q("div",{class:"band",title:r},Q("span",{},r));return h.style.left=e(l),h.style.width=`calc(${e(c)} - ${e(l)})`,h.style.background=["#d98327","#3a9273","#a8478a","#4fa3c4"][a%4],h})),s=this.motion.events.map(({name:r,t:o})=>{let a=Q("button",{class:"event",title:`${r}, ${lf(o,t.span||1)}`,"aria-label":r,onclick:()=>t.seek(o)});return a.style.left=e(o),a});Gt("marks").replaceChildren(...n,...s)}toggle(t){let{toggles:e}=this.stage;e[t]=!e[t],t==="numbers"&&e.numbers&&!e.velocity&&(e.forces=!0),this.pressed()}see(t){this.stage.isTravelling||this.stage.follow(void 0),this.stage.see(t),this.pressed()}follow(){let{stage:t}=this,e=t.scene.travels?.body??t.traces.find(n=>n.shown)?.body??0;t.follow(t.followed===void 0?this.chosen??e:void 0),t.followed!==void 0&&!t.isTravelling&&t.rig.isFlat&&t.rig.zoom(.6),this.pressed()}speed(t){this.player.speed=t;let e=Gt("speed");[...e.options].some(n=>Number(n.value)===t)||e.append(Q("option",{value:t},cf(t))),e.value=t}step(){let{player:t}=this;this.play?.isOn&&t.t>=t.whole[1]?(t.play(!1),this.play.step()):t.step(1)}loop(){this.player.loop=!this.player.loop,this.pressed()}showPhase(){if(this.phase)this.phase.figure.remove(),this.phase=void 0;else{let t=[...this.motion.signals.keys()],e=this.plots.names.find(n=>t.includes(`${n}.rate`))??t.find(n=>t.includes(`${n}.rate`))??t[0];this.phase=new iu(this.data.motions,[e,t.includes(`${e}.rate`)?`${e}.rate`:t[1]??e]),Gt("curves").after(this.phase.figure),this.phase.t=this.player.t,this.phase.renew(this.stage.main),this.phase.figure.scrollIntoView({block:"nearest"})}this.pressed()}showEquations(){let t=Gt("equations");t&&(t.hidden=!t.hidden,t.hidden||t.scrollIntoView({block:"nearest"}),this.pressed())}theme(t){this.themeName=t,document.documentElement.dataset.theme=t,this.stage.theme(t),this.plots.rebuild(),this.phase?.renew()}fileName(t){return`${this.data.title.replace(/[^\p{L}\p{N}]+/gu,"-").replace(/^-+|-+$/g,"")||"motion"}.${t}`}download(t,e){let n=Q("a",{href:URL.createObjectURL(t),download:this.fileName(e)});n.click(),setTimeout(()=>URL.revokeObjectURL(n.href),5e3),this.saved={name:n.download,size:t.size,type:t.type}}savePicture(){this.draw(!0),qa(this.stage.canvas,this.stage.numbers).toBlob(t=>this.download(t,"png"),"image/png")}record(){if(this.recorder){this.recorder.stop();return}let t=["video/webm;codecs=vp9","video/webm","video/mp4"].find(r=>window.MediaRecorder?.isTypeSupported(r));if(!t){this.say("this browser cannot record; da.animate writes GIF and MP4");return}let e=[],{stage:n}=this;n.film=document.createElement("canvas"),this.draw(!0),this.recorder=new MediaRecorder(n.film.captureStream(30),{mimeType:t,videoBitsPerSecond:6e6}),this.recorder.ondataavailable=r=>e.push(r.data);let{loop:s}=this.player;this.recorder.onstop=()=>{this.recorder=n.film=void 0,this.player.loop=s,this.download(new Blob(e,{type:t}),t.includes("mp4")?"mp4":"webm"),this.pressed()},this.player.loop=!1,this.player.seek(this.player.range[0]),this.recorder.start(),this.player.play(!0),this.pressed()}say(t){Gt("said").textContent=t,Gt("said").hidden=!1,setTimeout(()=>Gt("said").hidden=!0,5e3)}pointer(){let{canvas:t}=this.stage;this.hand(t),t.addEventListener("pointermove",e=>{if(e.buttons)return this.tip(null);this.pointerAt=[e.clientX,e.clientY],this.request()}),t.addEventListener("pointerleave",()=>this.tip(null)),t.addEventListener("pointerdown",e=>this.downAt=[e.clientX,e.clientY]),t.addEventListener("pointerup",e=>{let[n,s]=this.downAt??[-99,-99];if(Math.hypot(e.clientX-n,e.clientY-s)>4)return;let r=this.stage.under(e.clientX,e.clientY);this.tip(r,e.clientX,e.clientY),r?.kind==="body"&&this.chooseBody(r.number)}),t.addEventListener("dblclick",()=>this.see(this.stage.view))}hand(t){let e=(n,s)=>t.addEventListener(n,r=>s(r)&&r.stopImmediatePropagation(),{capture:!0});e("pointerdown",n=>n.button||n.shiftKey||!this.play?.take(n.clientX,n.clientY)?!1:(t.setPointerCapture(n.pointerId),this.tip(null),!0)),e("pointermove",n=>this.play?.move(n.clientX,n.clientY));for(let n of["pointerup","pointercancel"])e(n,()=>this.play?.release())}hover(){if(!this.pointerAt)return;let[t,e]=this.pointerAt;this.pointerAt=void 0,this.tip(this.stage.under(t,e),t,e)}tip(t,e,n){let s=Gt("tip");if(this.hovered=t?this.named(t).name:null,this.stage.highlight(...t?.kind==="body"?[t.number]:[]),this.markNames(t),s.hidden=!t,this.stage.canvas.style.cursor=t?"pointer":"grab",!t)return;let{name:r,about:o}=this.named(t);s.replaceChildren(Q("b",{},r)," ",Q("small",{},o));let a=Gt("stage").getBoundingClientRect(),l=Math.min(e-a.left+14,a.width-s.offsetWidth-8);s.style.transform=`translate(${Math.max(4,l)}px, ${Math.max(4,n-a.top-34)}px)`}point(t){let{stage:e}=this,n=({parent:x,child:m})=>[x.body,m.body].filter(g=>g>=0),s=t.flatMap(([x,m])=>x==="body"?[m]:x==="joint"?n(e.scene.joints[m]):[]),[r]=t;if(!r)return this.tip(null);let[o,a]=r,{bodies:l,joints:c,lines:h}=e.scene,u={body:{body:a,p:l[a]?.com},joint:c[a]?.child,line:h[a]?.second}[o],d=e.canvas.getBoundingClientRect(),[f,p]=e.screen(e.cast.point(u).toArray());this.tip({kind:o,number:a},d.left+f,d.top+p),e.highlight(...s)}markNames(t){let e=this.data.equations?.links??{};for(let n of document.querySelectorAll("#equations .linked")){let s=t&&e[n.getAttribute("data-name")].some(([r,o])=>r===t.kind&&o===t.number);n.classList.toggle("pointed",!!s)}}choosePlaces(t){this.point(t);let e=t.find(([n])=>n==="body");e&&this.chooseBody(e[1])}named({kind:t,number:e}){let{scene:n}=this.stage;if(t==="joint")return{name:n.joints[e].name,about:`${n.joints[e].word}${this.reactionText(n.joints[e].name)}`};if(t==="line")return{name:n.lines[e].name,about:n.lines[e].kind};let s=n.bodies[e];return{name:s.name,about:[s.mass===null?"":wh(s.mass),this.speedText(e)].filter(Boolean).join(" \xB7 ")}}reactionText(t){let e=this.motion.loads.items.findIndex(r=>r.kind==="reaction"&&r.name===t);if(e<0)return"";let[n]=this.row(),s=Math.hypot(...[0,1,2].map(r=>this.motion.loadValues[3*e+r][n]));return` \xB7 ${Ya(s)}`}row(){return wi(this.motion.times,this.player.t)}speedText(t){let{stage:e,motion:n}=this,s=e.slope(this.player.t);if(s.weights.length<2)return"";let r=e.velocity({body:t,p:n.scene.bodies[t].com},s,e.board.normal.clone());return $a(r.length(),n.fastest)}keys(){let{player:t}=this,e={1:"3-D",2:"front",3:"side",4:"top",5:"flat"},n={j:"joints",t:"trail",r:"forces",v:"velocity",n:"numbers",a:"frames",g:"ghosts",h:"grid"},s={" ":()=>t.play(),l:()=>this.loop(),f:()=>this.stage.fit(),b:()=>this.follow(),d:()=>Gt("theme").click(),e:()=>this.showEquations(),y:()=>this.showPhase(),m:()=>this.live?.showRest(),p:()=>this.live?.mode(this.play.isOn?"motion":"play"),s:()=>this.savePicture(),"?":()=>Gt("keys").showModal(),Home:()=>t.seek(t.range[0]),End:()=>t.seek(t.range[1]),"+":()=>this.speed(this.player.speed*2),"-":()=>this.speed(this.player.speed/2),o:()=>{this.stage.rig.isParallel=!this.stage.rig.isParallel,this.stage.rig.update()}};addEventListener("keyup",r=>this.play?.key(r.key,!1)),addEventListener("keydown",r=>{if(r.ctrlKey||r.metaKey||r.altKey||/INPUT|SELECT|TEXTAREA/.test(r.target.tagName)&&r.target.id!=="scrub")return;let{key:o}=r;if(this.play?.key(o,!0)){r.preventDefault();return}if(o==="ArrowLeft"||o==="ArrowRight"){let a=o==="ArrowLeft"?-1:1;r.shiftKey?t.step(a):t.seek(t.t+a*t.span/50)}else if(e[o])this.see(e[o]);else if(n[o])this.toggle(n[o]);else if(s[o])o===" "&&r.target.tagName==="BUTTON"&&r.target.blur(),s[o]();else return;r.preventDefault()})}pressed(){for(let t of document.querySelectorAll("[data-toggle]"))t.setAttribute("aria-pressed",this.stage.toggles[t.dataset.toggle]);for(let t of document.querySelectorAll("[data-view]"))t.setAttribute("aria-pressed",this.stage.view===t.dataset.view);Gt("follow").setAttribute("aria-pressed",this.stage.followed!==void 0),Gt("loop").setAttribute("aria-pressed",this.player.loop||this.player.isEndless===!0),Gt("loop").textContent=this.player.isEndless?"\u27F2 to the start":"\u27F2 loop",Gt("record").setAttribute("aria-pressed",!!this.recorder),Gt("show-phase").setAttribute("aria-pressed",!!this.phase),Gt("show-equations").setAttribute("aria-pressed",!!(Gt("equations")&&!Gt("equations").hidden)),this.scaleText(),this.changed()}scaleText(){let{toggles:t,cast:e,gridStep:n}=this.stage,s=[t.grid&&`grid ${Pg(n)}`];t.forces&&e.motion.loads.items.length&&s.push(`longest force ${Ya(e.motion.loads.largest)}`),t.velocity&&s.push(`longest velocity ${$a(e.motion.fastest,e.motion.fastest)}`);let o=(t.forces?[...new Set(e.motion.loads.items.map(a=>a.kind))]:[]).map(a=>{let l=Q("i");return l.style.background=sp[a],Q("span",{},l,{reaction:"reactions",force:"forces",weight:"weights"}[a])});Gt("scale").classList.toggle("tall",o.length>0||t.velocity),Gt("scale").replaceChildren(...o,...s.filter(Boolean).reverse().map(a=>Q("span",{},a)))}changed(){this.needsDrawing=!0,this.request()}request(){this.requested||!this.stage||(this.requested=!0,requestAnimationFrame(t=>this.frame(t)))}frame(t){this.requested=!1;let e=Math.min(.25,(t-(this.before??t))/1e3);this.player.playing&&this.before!==void 0&&this.judge(t-this.before),this.before=this.player.playing?t:void 0;let n=performance.now();this.play?.isOn?this.player.playing&&this.play.tick(e):this.player.advance(e),this.hover(),this.needsDrawing&&this.draw(),this.costs.push(performance.now()-n),this.costs.length>120&&this.costs.shift(),!this.player.playing&&this.recorder?.state==="recording"&&setTimeout(()=>this.recorder?.stop(),100),this.player.playing?this.request():this.before=void 0,this.wasPlaying&&!this.player.playing&&this.changed(),this.wasPlaying=this.player.playing}judge(t){this.pace??={count:0,usual:0},this.pace.count+=1,!(this.pace.count<=3)&&(this.pace.usual=this.pace.usual?.7*this.pace.usual+.3*t:t,!(this.pace.count<=6||this.pace.usual<=eT||this.haste>=rp.length)&&(this.haste+=1,this.pace=void 0))}draw(t=!1){this.needsDrawing=!1;let{player:e}=this,n=t||this.recorder?0:this.haste;this.stage.draw(e.t,n),clearTimeout(this.settling),n&&!e.playing&&(this.settling=setTimeout(()=>this.draw(!0),180)),this.plots.move(e.t),this.phase?.move(e.t);let s=Gt("scrub");s.value=xu*(e.t-e.whole[0])/(e.span||1),s.style.setProperty("--part",`${100*s.value/xu}%`),Gt("time").textContent=lf(e.t,e.span||1),Gt("play").classList.toggle("on",e.playing),Gt("play").setAttribute("aria-label",e.playing?"pause":"play"),this.frameCount+=1}state(){let{player:t,stage:e}=this,{calls:n,triangles:s}=e.renderer.info.render,{geometries:r,textures:o}=e.renderer.info.memory;return{t:t.t,range:t.range,speed:t.speed,playing:t.playing,loop:t.loop,view:e.view,parallel:e.rig.isParallel,toggles:{...e.toggles},signals:this.plots.names,cards:this.plots.cards.size,theme:this.themeName,bodies:this.motion.scene.bodies.length,motions:this.data.motions.length,main:e.main,hovered:this.hovered??null,chosen:this.chosen??null,followed:e.followed??null,arrows:e.arrows.count,numbers:e.numbers.placed.map(({text:a})=>a),calls:n,triangles:s,geometries:r,textures:o,frames:this.frameCount,azimuth:e.rig.azimuth,elevation:e.rig.elevation,haste:this.haste,cost:this.costs.length?this.costs.reduce((a,l)=>a+l,0)/this.costs.length:0,readyAfter:this.readyAfter,saved:this.saved??null,live:this.live?.state()??null}}seek(t){this.player.playing=!1,this.player.seek(t),this.draw(!0)}};async function iT(){try{let i=new op(await Ng(Gt("data").textContent));i.readyAfter=performance.now()-tT,i.ready=!0,window.page=i}catch(i){throw Gt("said").textContent=`This page cannot be shown: ${i.message}. It needs a browser of 2023 or later.`,Gt("said").hidden=!1,i}}iT();})();
